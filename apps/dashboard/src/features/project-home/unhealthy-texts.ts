import type { Project, ServiceHealth } from '@plinth/contract'

type Subject = Pick<Project, 'name' | 'operation'>

/** What is known of why a project is unhealthy; `services` are what answered a moment ago, if anything did. */
export function unhealthyTexts(
  { name, operation }: Subject,
  services: readonly ServiceHealth[] | undefined,
): { title: string; text: string } {
  const failure = operation?.status === 'failed' ? operation.error?.message : undefined
  const database = services?.find((service) => service.name === 'db')
  if (database && database.status !== 'healthy')
    return {
      title: `The database of ${name} is down`,
      text:
        failure ??
        'It ended by itself. It is started again some times, and left alone where it keeps ending: its last lines say why. Its files are as it left them, and its backups are untouched.',
    }
  return {
    title: `${name} is unhealthy`,
    text:
      failure ??
      'A service below does not answer as it should. What has crashed is started again by itself.',
  }
}

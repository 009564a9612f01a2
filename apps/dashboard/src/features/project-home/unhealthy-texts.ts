import type { OperationKind, Project, ServiceHealth } from '@plinth/contract'

type Subject = Pick<Project, 'name' | 'operation'>
/** What was answered a moment ago. */
type Answered = {
  readonly services: readonly ServiceHealth[]
  readonly database_keeps_crashing: boolean
}

// these leave a project as it is, whatever becomes of them
const HARMLESS: ReadonlySet<OperationKind> = new Set(['backup', 'rotate_jwt_secret', 'purge'])

/** What is known of why a project is unhealthy; nothing was answered where its services could not be asked. */
export function unhealthyTexts(
  { name, operation }: Subject,
  answered: Answered | undefined,
): { title: string; text: string } {
  const isReason = operation?.status === 'failed' && !HARMLESS.has(operation.kind)
  const failure = isReason ? operation.error?.message : undefined
  const database = answered?.services.find((service) => service.name === 'db')
  if (database && database.status !== 'healthy')
    return {
      title: `The database of ${name} is down`,
      text:
        failure ??
        'It ended by itself. It is started again some times, and left alone for ten minutes where it keeps ending: its last lines say why. Its files are as it left them, and its backups are untouched.',
    }
  if (answered?.database_keeps_crashing)
    return {
      title: `The database of ${name} keeps crashing`,
      text: 'It runs again, and everybody who was connected to it was dropped. Its last lines say what happened. Five minutes without a crash, or a restart, and it counts as healthy. What was committed is there.',
    }
  return {
    title: `${name} is unhealthy`,
    text:
      failure ??
      'A service below does not answer as it should. What has crashed is started again by itself.',
  }
}

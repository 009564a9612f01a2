import { isTransitional, type Project } from '@plinth/contract'
import { useProjectMay } from '#app/api/session.ts'

/** Why this person cannot change the settings now; undefined when they can. */
export function useSettingsRefusal(project: Project): string | undefined {
  const mayWrite = useProjectMay('settings:write', project)
  if (!mayWrite) return 'You need additional permissions to change database settings'
  return isTransitional(project.status)
    ? 'Wait for the operation that is running on this project'
    : undefined
}

import { projectCan, ProjectStatus } from '@plinth/contract'
import type { ProjectRow } from '#app/base/context.ts'

/** What stands in the way of an upgrade, in words for the owner. */
export async function obstaclesTo(_deps: unknown, project: ProjectRow): Promise<string[]> {
  const status = ProjectStatus.parse(project.status)
  return projectCan('upgrade', status) ? [] : [`The project has to be healthy. It is ${status} now`]
}

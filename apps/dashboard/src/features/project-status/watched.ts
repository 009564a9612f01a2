import type { Project } from '@plinth/contract'
import { type Screen, screenFor } from './screen-for.ts'

/** Screens whose end is told to who was watching, rather than only leaving. */
const TOLD = [
  'restoring',
  'upgrading',
  'resizing',
  'restarting',
] as const satisfies readonly Screen[]
export type ToldScreen = (typeof TOLD)[number]

/** What somebody saw going on, on which page. */
export type Watched = {
  readonly screen: ToldScreen
  readonly page: string
  readonly operationId: string | undefined
}

const isTold = (screen: Screen | undefined): screen is ToldScreen =>
  TOLD.some((told) => told === screen)

/**
 * What is being watched now. It stays until the project is up and the person has gone on: to another
 * page, or past what the outcome says. Whoever was elsewhere meanwhile is not interrupted.
 */
export function nextWatched(
  watched: Watched | undefined,
  project: Pick<Project, 'status' | 'postgrestStatus' | 'operation'>,
  page: string,
): Watched | undefined {
  const screen = screenFor(project, page)
  if (isTold(screen)) {
    const operationId = project.operation?.id
    const isSame = watched?.screen === screen && watched.page === page
    return isSame && watched.operationId === operationId ? watched : { screen, page, operationId }
  }
  const isUp = project.status === 'ACTIVE_HEALTHY' || project.status === 'ACTIVE_UNHEALTHY'
  return isUp && watched?.page === page ? watched : undefined
}

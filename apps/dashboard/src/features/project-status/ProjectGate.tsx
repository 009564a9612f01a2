import type { Project } from '@plinth/contract'
import { SkeletonLines } from '@plinth/ui'
import { Navigate, useMatches } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { Late } from '#app/lib/Late.tsx'
import { isTransition } from './copy.ts'
import { type Screen, pageBelow, screenFor } from './screen-for.ts'
import { TransitionPage } from './transition-page.ts'
import { type ToldScreen, type Watched, nextWatched } from './watched.ts'

/** Pages of other features that stand in for a project's own, by screen. */
export type StatusPages = Partial<Record<Screen, ReactNode>>

/** What is said when something that was watched has ended, over the page it ended on. */
export type RenderOutcome = (ending: {
  operationId: string
  /** Where it was watched, as the path below the project. */
  page: string
  onReturn: () => void
  children: ReactNode
}) => ReactNode

type ProjectGateProps = {
  project: Project
  pages: StatusPages
  outcomes: Record<ToldScreen, RenderOutcome>
  children: ReactNode
}

const StillComing = () => (
  <Late>
    <SkeletonLines label="Loading the page" className="mx-auto max-w-lg px-4 py-16" />
  </Late>
)

/** Shows the project's page, or what its status puts in the way (spec §2, screen 9). */
export function ProjectGate({ project, pages, outcomes, children }: ProjectGateProps) {
  const template = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' })
  const page = pageBelow(template)
  const screen = screenFor(project, page)
  const [watched, setWatched] = useState<Watched>()
  const next = nextWatched(watched, project, page)
  // known while rendering, so that no frame shows the page before its outcome
  if (next !== watched) setWatched(next)

  // its home shows how it comes along; other pages would have nothing to show when it is ready
  if (screen === 'provisioning' && page !== '')
    return <Navigate to="/project/$ref" params={{ ref: project.ref }} replace />
  if (screen !== undefined)
    return (
      <Suspense fallback={<StillComing />}>
        {pages[screen] ??
          (isTransition(screen) && <TransitionPage key={screen} {...{ project, screen }} />)}
      </Suspense>
    )
  if (next?.operationId === undefined) return children
  const { operationId } = next
  const onReturn = () => {
    setWatched(undefined)
    // the button that was pressed goes with the page it stood on
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
  return <Suspense>{outcomes[next.screen]({ operationId, page, onReturn, children })}</Suspense>
}

import type { Project } from '@plinth/contract'
import { Navigate, useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { InitFailedPage } from './InitFailedPage.tsx'
import { ProvisioningPage } from './ProvisioningPage.tsx'
import { pageBelow, screenFor } from './screen-for.ts'
import { TransitionPage } from './TransitionPage.tsx'

/** Shows the project's page, or what its status puts in the way (spec §2, screen 9). */
export function ProjectGate({
  project,
  deletion,
  children,
}: {
  project: Project
  deletion: ReactNode
  children: ReactNode
}) {
  const template = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' })
  const page = pageBelow(template)
  const screen = screenFor(project, page)
  switch (screen) {
    case undefined:
      return children
    case 'provisioning':
      // its home shows how it comes along; other pages would have nothing to show when it is ready
      if (page !== '') return <Navigate to="/project/$ref" params={{ ref: project.ref }} replace />
      return <ProvisioningPage project={project} />
    case 'init-failed':
      return <InitFailedPage project={project} deletion={deletion} />
    default:
      return <TransitionPage project={project} screen={screen} />
  }
}

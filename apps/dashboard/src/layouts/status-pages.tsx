import type { Project } from '@plinth/contract'
import { lazy } from 'react'
import type { RenderOutcome, StatusPages } from '#app/features/project-status/ProjectGate.tsx'
import type { ToldScreen } from '#app/features/project-status/watched.ts'
import { ProjectDeletion } from './ProjectDeletion.tsx'

// each is loaded when a project stands there: a running project's pages do not carry them
const DownloadableBackups = lazy(() => import('#app/features/backups/DownloadableBackups.tsx'))
const InitFailedPage = lazy(() => import('#app/features/project-status/InitFailedPage.tsx'))
const PauseFailedPage = lazy(() => import('#app/features/project-status/PauseFailedPage.tsx'))
const PausedPage = lazy(() => import('#app/features/paused/PausedPage.tsx'))
const ProvisioningPage = lazy(() => import('#app/features/project-status/ProvisioningPage.tsx'))
const RemovedPage = lazy(() => import('#app/features/project-status/RemovedPage.tsx'))
const RestoreFailedPage = lazy(() => import('#app/features/restore/RestoreFailedPage.tsx'))
const RestoreProject = lazy(() => import('#app/features/restore/RestoreProject.tsx'))
const RestoredPage = lazy(() => import('#app/features/restore/RestoredPage.tsx'))
const UndonePage = lazy(() => import('#app/features/project-status/UndonePage.tsx'))
const UpgradeOutcomePage = lazy(() => import('#app/features/upgrade/UpgradeOutcomePage.tsx'))
const UpgradingPage = lazy(() => import('#app/features/upgrade/UpgradingPage.tsx'))

/** The pages that stand in for a project's own, put together from the features that have them. */
export function statusPages(project: Project): StatusPages {
  const deletion = <ProjectDeletion project={project} />
  const downloads = <DownloadableBackups project={project} />
  return {
    provisioning: <ProvisioningPage project={project} />,
    'init-failed': <InitFailedPage project={project} deletion={deletion} />,
    'pause-failed': <PauseFailedPage project={project} deletion={deletion} />,
    paused: (
      <PausedPage
        project={project}
        restore={<RestoreProject project={project} />}
        downloads={downloads}
      />
    ),
    'restore-failed': <RestoreFailedPage project={project} downloads={downloads} />,
    upgrading: <UpgradingPage project={project} />,
    removed: <RemovedPage project={project} />,
  }
}

export const outcomePages = (project: Project): Record<ToldScreen, RenderOutcome> => ({
  restoring: ({ onReturn }) => <RestoredPage project={project} onReturn={onReturn} />,
  upgrading: ({ operationId, onReturn }) => (
    <UpgradeOutcomePage {...{ project, operationId, onReturn }} />
  ),
  resizing: ({ operationId, onReturn, children }) => (
    <UndonePage {...{ project, operationId, onReturn, children }} />
  ),
})

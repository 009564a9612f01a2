import type { Project } from '@plinth/contract'
import type { RenderOutcome, StatusPages } from '#app/features/project-status/ProjectGate.tsx'
import type { ToldScreen } from '#app/features/project-status/watched.ts'
import { TransitionPage } from '#app/features/project-status/transition-page.ts'
import { later } from '#app/lib/later.tsx'
import { ProjectDeletion } from './ProjectDeletion.tsx'

// fetched while the browser rests: a project's pages do not wait for them, and a change of status, which
// comes at any moment, shows no empty page in between
const ChangeOutcome = later(() => import('#app/features/project-status/ChangeOutcome.tsx'))
const DownloadableBackups = later(() => import('#app/features/backups/DownloadableBackups.tsx'))
const InitFailedPage = later(() => import('#app/features/project-status/InitFailedPage.tsx'))
const PauseFailedPage = later(() => import('#app/features/project-status/PauseFailedPage.tsx'))
const PausedPage = later(() => import('#app/features/paused/PausedPage.tsx'))
const ProvisioningPage = later(() => import('#app/features/project-status/ProvisioningPage.tsx'))
const RemovedPage = later(() => import('#app/features/project-status/RemovedPage.tsx'))
const RestoreFailedPage = later(() => import('#app/features/restore/RestoreFailedPage.tsx'))
const RestoreProject = later(() => import('#app/features/restore/RestoreProject.tsx'))
const RestoredPage = later(() => import('#app/features/restore/RestoredPage.tsx'))
const UpgradeOutcomePage = later(() => import('#app/features/upgrade/UpgradeOutcomePage.tsx'))
const UpgradingPage = later(() => import('#app/features/upgrade/UpgradingPage.tsx'))

const ALL = [
  ChangeOutcome,
  DownloadableBackups,
  InitFailedPage,
  PauseFailedPage,
  PausedPage,
  ProvisioningPage,
  RemovedPage,
  RestoreFailedPage,
  RestoreProject,
  RestoredPage,
  TransitionPage,
  UpgradeOutcomePage,
  UpgradingPage,
] as const

export const preloadStatusPages = () => {
  for (const page of ALL) page.preload()
}

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
  resizing: (ending) => <ChangeOutcome project={project} screen="resizing" {...ending} />,
  restarting: ({ page, ...ending }) => (
    // home has more to say of a database that is down, its log first of all
    <ChangeOutcome project={project} screen="restarting" isToldBelow={page === ''} {...ending} />
  ),
})

import { PageHeader, tabStyles } from '@plinth/ui'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { PageColumn } from './PageColumn.tsx'

/** The two ways back: to a backup that was taken, or to any second. */
export function BackupsLayout() {
  const { ref } = useParams({ from: '/_app/project/$ref/database/backups' })
  return (
    <PageColumn width="form">
      <PageHeader title="Backups">
        <nav aria-label="Backups" className="flex gap-4 border-b border-line">
          <Link
            to="/project/$ref/database/backups/scheduled"
            params={{ ref }}
            className={tabStyles}
          >
            Scheduled
          </Link>
          <Link to="/project/$ref/database/backups/pitr" params={{ ref }} className={tabStyles}>
            Point in time
          </Link>
        </nav>
      </PageHeader>
      <Outlet />
    </PageColumn>
  )
}

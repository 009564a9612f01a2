import type { Project } from '@plinth/contract'
import { projectCan } from '@plinth/contract'
import { Button, SettingsSection } from '@plinth/ui'
import { Suspense, lazy, useState } from 'react'
import { useProjectMay } from '#app/api/session.ts'

const ResetPasswordDialog = lazy(() => import('./ResetPasswordDialog.tsx'))

/** A new password for the owner of the database; nobody can read the old one back. */
export function PasswordSection({ project }: { project: Project }) {
  const [isAsking, setAsking] = useState(false)
  const mayReset = useProjectMay('settings:write', project)
  const disabledReason = !mayReset
    ? 'You need additional permissions to reset the database password'
    : projectCan('query', project.status)
      ? undefined
      : 'Available once the project is running'
  return (
    <SettingsSection title="Database password">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-64 text-pretty text-muted">
          Not kept in readable form, so it can only be set anew. Connections that are open go on;
          new ones need the new password.
        </p>
        <Button disabledReason={disabledReason} onClick={() => setAsking(true)}>
          Reset database password
        </Button>
      </div>
      <Suspense>
        {isAsking && <ResetPasswordDialog project={project} onClose={() => setAsking(false)} />}
      </Suspense>
    </SettingsSection>
  )
}

import type { Project } from '@plinth/contract'
import { KEEP_DELETED_DAYS } from '@plinth/contract'
import { CopyField, Field, PageHeader, SettingsSection } from '@plinth/ui'
import type { ReactNode } from 'react'
import { RenameForm } from './RenameForm.tsx'

export const ProjectGeneralPage = ({
  project,
  deletion,
}: {
  project: Project
  /** The button that deletes the project. */
  deletion: ReactNode
}) => (
  <>
    <PageHeader title="General" />
    <RenameForm project={project} />
    <SettingsSection title="Reference">
      <Field
        layout="row"
        label="Project reference"
        hint="Names the project in addresses and in the API. It never changes."
      >
        <CopyField value={project.ref} />
      </Field>
    </SettingsSection>
    <SettingsSection title="Delete project" tone="danger">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="min-w-0 flex-1 basis-64 text-pretty text-muted">
          Stops the database and removes the project with everything in it. An owner of the
          organization can bring it back within {KEEP_DELETED_DAYS} days.
        </p>
        {deletion}
      </div>
    </SettingsSection>
  </>
)

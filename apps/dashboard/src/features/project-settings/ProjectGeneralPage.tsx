import type { Project } from '@plinth/contract'
import { KEEP_DELETED_DAYS } from '@plinth/contract'
import { CopyField, Field, PageHeader, SettingsSection } from '@plinth/ui'
import type { ReactNode } from 'react'
import { PauseProject } from './PauseProject.tsx'
import { RenameForm } from './RenameForm.tsx'
import { RestartProject } from './RestartProject.tsx'
import { SettingRow } from './SettingRow.tsx'
import { TransferProject } from './TransferProject.tsx'

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
    <SettingsSection title="Availability">
      <RestartProject project={project} />
      <PauseProject project={project} />
    </SettingsSection>
    <SettingsSection title="Transfer project">
      <TransferProject project={project} />
    </SettingsSection>
    <SettingsSection title="Delete project" tone="danger">
      <SettingRow
        description={`Stops the database and removes the project with everything in it. An owner of the organization can bring it back within ${KEEP_DELETED_DAYS} days.`}
      >
        {deletion}
      </SettingRow>
    </SettingsSection>
  </>
)

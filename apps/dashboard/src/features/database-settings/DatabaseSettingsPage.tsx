import type { Project } from '@plinth/contract'
import { PageHeader } from '@plinth/ui'
import { ConnectionSection } from './ConnectionSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { WritingSection } from './WritingSection.tsx'

/** How to reach the database, with which password, and whether it takes writes. */
export const DatabaseSettingsPage = ({ project }: { project: Project }) => (
  <>
    <PageHeader title="Database settings" />
    <ConnectionSection project={project} />
    <PasswordSection project={project} />
    <WritingSection project={project} />
  </>
)

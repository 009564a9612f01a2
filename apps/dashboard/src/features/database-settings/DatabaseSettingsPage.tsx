import type { Project } from '@plinth/contract'
import { PageHeader } from '@plinth/ui'
import { ConnectionSection } from './ConnectionSection.tsx'
import { ConnectionsSection } from './ConnectionsSection.tsx'
import { EncryptionSection } from './EncryptionSection.tsx'
import { NetworkSection } from './NetworkSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { WritingSection } from './WritingSection.tsx'

/** How to reach the database, with which password and from where, and whether it takes writes. */
export const DatabaseSettingsPage = ({ project }: { project: Project }) => (
  <>
    <PageHeader title="Database settings" />
    <ConnectionSection project={project} />
    <PasswordSection project={project} />
    <ConnectionsSection project={project} />
    <EncryptionSection project={project} />
    <NetworkSection project={project} />
    <WritingSection project={project} />
  </>
)

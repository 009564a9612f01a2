import type { Project } from '@plinth/contract'
import { PageHeader } from '@plinth/ui'
import { ApiKeysSection } from './ApiKeysSection.tsx'
import { ConfigurationSection } from './ConfigurationSection.tsx'
import { DataApiSection } from './DataApiSection.tsx'
import { TypesSection } from './TypesSection.tsx'
import { useSecretUpdate } from './secret-update.ts'

/** How the project's API is reached, by whom, and what it shows. */
export function ApiSettingsPage({ project }: { project: Project }) {
  const update = useSecretUpdate(project.ref)
  return (
    <>
      <PageHeader title="API settings" />
      <ConfigurationSection project={project} update={update} />
      <ApiKeysSection project={project} update={update} />
      <DataApiSection project={project} />
      <TypesSection project={project} />
    </>
  )
}

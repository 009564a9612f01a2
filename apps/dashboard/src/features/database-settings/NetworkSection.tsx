import type { Project } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '#app/api/client.ts'
import { PendingSection } from '#app/api/PendingSection.tsx'
import { NetworkForm } from './NetworkForm.tsx'
import { textOf } from './network-ranges.ts'

/** From which addresses the database takes connections. */
export function NetworkSection({ project }: { project: Project }) {
  const { ref } = project
  const query = useQuery(api.networkRestrictions.view.queryOptions({ input: { ref } }))
  const { data } = query
  if (data) {
    // another set that was saved elsewhere begins the form anew
    return <NetworkForm key={textOf(data.config)} project={project} restrictions={data} />
  }
  return (
    <PendingSection
      title="Network restrictions"
      query={query}
      failure="The restrictions could not be loaded"
    />
  )
}

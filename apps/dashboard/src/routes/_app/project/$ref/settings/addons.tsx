import { createFileRoute } from '@tanstack/react-router'
import { useProject } from '#app/api/project.ts'
import { AddonsPage } from '#app/features/addons/AddonsPage.tsx'
import { type AddonsSearch, parseAddonsSearch } from '#app/features/addons/addons-search.ts'
import { PageColumn } from '#app/layouts/PageColumn.tsx'

export const Route = createFileRoute('/_app/project/$ref/settings/addons')({
  validateSearch: (search: Record<string, unknown>): AddonsSearch => parseAddonsSearch(search),
  staticData: { title: { page: 'Add-ons', product: 'Settings' } },
  component: function Addons() {
    const project = useProject(Route.useParams().ref)
    return (
      <PageColumn width="form">
        <AddonsPage key={project.ref} project={project} panel={Route.useSearch().panel} />
      </PageColumn>
    )
  },
})

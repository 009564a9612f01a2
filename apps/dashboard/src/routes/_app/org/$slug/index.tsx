import { createFileRoute } from '@tanstack/react-router'
import { ProjectsPage } from '#app/features/organization-projects/ProjectsPage.tsx'
import { listInput, parseListSearch } from '#app/features/organization-projects/list-search.ts'
import { api } from '#app/api/client.ts'
import { PageColumn } from '#app/layouts/PageColumn.tsx'

export const Route = createFileRoute('/_app/org/$slug/')({
  validateSearch: parseListSearch,
  loaderDeps: ({ search }) => search,
  // not waited for: the page shows its tools at once and the cards as they come
  loader: ({ context, params, deps }) => {
    void context.queryClient.prefetchQuery(
      api.projects.list.queryOptions({ input: listInput(params.slug, deps) }),
    )
  },
  staticData: { title: { page: 'Projects' } },
  component: function Projects() {
    return (
      <PageColumn>
        <ProjectsPage slug={Route.useParams().slug} search={Route.useSearch()} />
      </PageColumn>
    )
  },
})

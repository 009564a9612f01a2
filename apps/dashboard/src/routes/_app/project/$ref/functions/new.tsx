import { createFileRoute } from '@tanstack/react-router'
import { useProject } from '#app/api/project.ts'
import { NewFunctionPage } from '#app/features/functions/NewFunctionPage.tsx'
import { textParam } from '#app/lib/search-params.ts'

type Search = { readonly template?: string }

export const Route = createFileRoute('/_app/project/$ref/functions/new')({
  staticData: { title: { page: 'New function', product: 'Edge functions' } },
  validateSearch: ({ template }): Search => {
    const named = textParam(template)
    return named === undefined ? {} : { template: named }
  },
  component: function NewFunction() {
    const { ref } = Route.useParams()
    const { template } = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <NewFunctionPage
        key={ref}
        project={useProject(ref)}
        template={template}
        onDeployed={({ slug }) =>
          void navigate({ to: '/project/$ref/functions/$slug/details', params: { ref, slug } })
        }
      />
    )
  },
})

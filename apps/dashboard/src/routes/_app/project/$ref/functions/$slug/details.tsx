import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useProject } from '#app/api/project.ts'
import { DetailsPage } from '#app/features/functions/DetailsPage.tsx'
import { functionOptions } from '#app/features/functions/function-options.ts'

export const Route = createFileRoute('/_app/project/$ref/functions/$slug/details')({
  staticData: { title: { page: 'Details', product: 'Edge functions' } },
  component: function Details() {
    const { ref, slug } = Route.useParams()
    const navigate = Route.useNavigate()
    const { data: fn } = useSuspenseQuery(functionOptions(ref, slug))
    return (
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-8 px-4 py-6 sm:px-8">
        <DetailsPage
          project={useProject(ref)}
          fn={fn}
          onDeleted={() => void navigate({ to: '/project/$ref/functions', params: { ref } })}
        />
      </div>
    )
  },
})

import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useProject } from '#app/api/project.ts'
import { CodePage } from '#app/features/functions/CodePage.tsx'
import { functionOptions } from '#app/features/functions/function-options.ts'

export const Route = createFileRoute('/_app/project/$ref/functions/$slug/code')({
  staticData: { title: { page: 'Code', product: 'Edge functions' } },
  component: function Code() {
    const { ref, slug } = Route.useParams()
    const { data: fn } = useSuspenseQuery(functionOptions(ref, slug))
    return <CodePage key={`${ref} ${slug}`} project={useProject(ref)} fn={fn} />
  },
})

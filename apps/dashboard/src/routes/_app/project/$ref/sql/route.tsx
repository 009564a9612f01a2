import { createFileRoute, useParams } from '@tanstack/react-router'
import { SqlPage } from '#app/features/sql-editor/SqlPage.tsx'
import { ProductLayout } from '#app/layouts/ProductLayout.tsx'

// The page stands here and not in its two children: a new query becomes a saved one, with an address
// of its own, under the hands of somebody who is typing.
export const Route = createFileRoute('/_app/project/$ref/sql')({
  staticData: { title: { page: 'SQL Editor' } },
  component: SqlRoute,
})

function SqlRoute() {
  const { ref } = Route.useParams()
  const saved = useParams({ from: '/_app/project/$ref/sql/$id', shouldThrow: false })
  return <SqlPage key={ref} projectRef={ref} snippetId={saved?.id} frame={ProductLayout} />
}

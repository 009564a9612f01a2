import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { api } from '#app/api/client.ts'

const DeletedProjectsTable = lazy(() => import('./DeletedProjectsTable.tsx'))

/** What can still be brought back; nothing is shown, nor loaded to show it, where there is none. */
export function DeletedProjects({ slug }: { slug: string }) {
  const { data: deleted = [] } = useQuery(api.projects.deleted.queryOptions({ input: { slug } }))
  return (
    <Suspense>
      {deleted.length > 0 && <DeletedProjectsTable slug={slug} deleted={deleted} />}
    </Suspense>
  )
}

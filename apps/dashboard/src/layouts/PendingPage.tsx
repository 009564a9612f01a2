import { Skeleton, SkeletonLines } from '@plinth/ui'
import { PageColumn } from './PageColumn.tsx'

/** While a page's data is on its way. */
export const PendingPage = () => (
  <PageColumn>
    <Skeleton className="h-8 w-56" />
    <SkeletonLines lines={4} label="Loading the page" />
  </PageColumn>
)

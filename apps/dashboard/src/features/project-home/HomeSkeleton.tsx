import { Skeleton } from '@plinth/ui'

/** One heading, four cards, one wide block (spec §2, screen 10), in their final sizes. */
export const HomeSkeleton = () => (
  <div role="status" aria-label="Loading the project" className="flex flex-col gap-8">
    <Skeleton className="h-8 w-64" />
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {[1, 2, 3, 4].map((card) => (
        <Skeleton key={card} className="h-24 rounded-lg" />
      ))}
    </div>
    <Skeleton className="h-40 rounded-lg" />
  </div>
)

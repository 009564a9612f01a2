import { cn } from './cn.ts'

/** The grey shape of what is still loading. Give it the size of what will stand there. */
export const Skeleton = ({ className }: { className?: string | undefined }) => (
  <div aria-hidden className={cn('h-4 w-full animate-pulse rounded-sm bg-active/70', className)} />
)

/** Several lines of skeleton with a spoken label, for a block of text or a list. */
export const SkeletonLines = ({
  lines = 3,
  label = 'Loading',
  className,
}: {
  lines?: number | undefined
  label?: string | undefined
  className?: string | undefined
}) => (
  <div role="status" aria-label={label} className={cn('flex flex-col gap-2.5', className)}>
    {Array.from({ length: lines }, (_, line) => (
      <Skeleton key={line} className={line === lines - 1 && lines > 1 ? 'w-2/3' : 'w-full'} />
    ))}
  </div>
)

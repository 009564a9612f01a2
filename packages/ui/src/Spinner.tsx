import { LoaderCircle } from 'lucide-react'
import { cn } from './cn.ts'

/** A turning mark for work without a known length; `label` makes it speak, without one it is decoration. */
export function Spinner({
  label,
  className,
}: {
  label?: string | undefined
  className?: string | undefined
}) {
  const icon = <LoaderCircle aria-hidden className={cn('size-4 animate-spin', className)} />
  if (!label) return icon
  return (
    <span role="status" aria-label={label} className="inline-flex">
      {icon}
    </span>
  )
}

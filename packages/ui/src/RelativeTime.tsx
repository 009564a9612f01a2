import { Tooltip } from './Tooltip.tsx'

type RelativeTimeProps = {
  /** ISO 8601. */
  date: string
  /** What is shown, `3 minutes ago`; the caller formats and refreshes it. */
  text: string
  /** The full date, shown on hover and focus. */
  title?: string | undefined
  className?: string | undefined
}

/** A moment in words, with the exact one at hand. */
export const RelativeTime = ({ date, text, title, className }: RelativeTimeProps) => {
  const time = (
    <time dateTime={date} className={className}>
      {text}
    </time>
  )
  return title ? <Tooltip content={title}>{time}</Tooltip> : time
}

import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { CopyButton } from './CopyButton.tsx'

type CodeBlockProps = {
  code: string
  /** Above the code: a file name, a language. */
  title?: ReactNode
  /** Its accessible name, where there is no title. */
  'aria-label'?: string | undefined
  copy?: boolean | undefined
  wrap?: boolean | undefined
  /** Grows to this many lines, then scrolls. */
  maxLines?: number | undefined
  /** Scrolled to its end, and stays there as more comes: a log is read from what was said last. */
  fromEnd?: boolean | undefined
  className?: string | undefined
}

const LINE_REM = 1.25

/** Code or output to read and copy. */
export const CodeBlock = ({
  code,
  title,
  copy = true,
  wrap = false,
  maxLines,
  fromEnd = false,
  className,
  ...rest
}: CodeBlockProps) => (
  <div
    className={cn(
      'group/code relative min-w-0 overflow-hidden rounded-md border border-line bg-sunken',
      className,
    )}
  >
    {title && (
      <div className="flex h-9 items-center justify-between gap-2 border-b border-line pr-1 pl-3 text-xs text-muted">
        <span className="truncate">{title}</span>
        {copy && <CopyButton value={code} variant="ghost" size="xs" />}
      </div>
    )}
    <pre
      role="region"
      aria-label={rest['aria-label'] ?? (typeof title === 'string' ? title : 'Code')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must scroll by keyboard
      tabIndex={0}
      style={maxLines === undefined ? undefined : { maxHeight: `${maxLines * LINE_REM + 1.25}rem` }}
      className={cn(
        'overflow-auto p-2.5 font-mono text-xs leading-5 text-fg focus-visible:-outline-offset-2',
        wrap && 'break-words whitespace-pre-wrap',
        // what is laid out from below scrolls from below
        fromEnd && 'flex flex-col-reverse',
        copy && !title && 'pr-11',
      )}
    >
      <code>{code}</code>
    </pre>
    {copy && !title && (
      <div className="absolute top-1.5 right-1.5">
        <CopyButton value={code} iconOnly variant="ghost" size="sm" className="bg-sunken" />
      </div>
    )}
  </div>
)

/** Code within a sentence. */
export const InlineCode = ({ children }: { children: ReactNode }) => (
  <code className="rounded-sm border border-line bg-sunken px-1 py-px font-mono text-[0.9em] break-words">
    {children}
  </code>
)

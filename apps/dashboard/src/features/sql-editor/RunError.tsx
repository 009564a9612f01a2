import type { QueryError } from '@plinth/contract'
import { CopyButton } from '@plinth/ui'
import { adviceOn } from './error-advice.ts'
import type { ErrorPlace } from './error-place.ts'

type RunErrorProps = {
  error: QueryError
  place: ErrorPlace | undefined
  /** Others ran before it, so the one that failed is named. */
  isSeveral: boolean
  isReadOnly: boolean
}

const asText = ({ message, sqlstate, detail, hint }: QueryError) =>
  [`ERROR: ${message}`, detail && `Detail: ${detail}`, hint && `Hint: ${hint}`, `Code: ${sqlstate}`]
    .filter(Boolean)
    .join('\n')

/** What PostgreSQL said when a statement failed, and what to do about it. */
export function RunError({ error, place, isSeveral, isReadOnly }: RunErrorProps) {
  const advice = adviceOn(error, isReadOnly)
  return (
    <div className="flex items-start justify-between gap-4 overflow-auto p-4">
      <div role="alert" className="min-w-0 max-w-3xl">
        <p className="font-mono text-sm break-words whitespace-pre-wrap text-danger-text">
          ERROR: {error.message}
        </p>
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm [&_dd]:min-w-0 [&_dd]:font-mono [&_dd]:text-xs [&_dd]:leading-5 [&_dd]:break-words [&_dd]:whitespace-pre-wrap [&_dt]:text-muted">
          {error.detail && <Line term="Detail">{error.detail}</Line>}
          {error.hint && <Line term="Hint">{error.hint}</Line>}
          {(place ?? isSeveral) && (
            <Line term="Where">
              {[
                isSeveral && `statement ${error.statementIndex + 1}`,
                place && `line ${place.line}, column ${place.column}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Line>
          )}
          <Line term="Code">{error.sqlstate}</Line>
        </dl>
        {advice && <p className="mt-3 text-sm text-pretty text-muted">{advice}</p>}
      </div>
      <CopyButton value={asText(error)} label="Copy error" iconOnly variant="ghost" size="sm" />
    </div>
  )
}

const Line = ({ term, children }: { term: string; children: string }) => (
  <>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </>
)

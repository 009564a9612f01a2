import { LOG_COLLECTIONS, LOG_QUERY_LIMITS } from '@plinth/contract'
import { CodeBlock, InlineCode } from '@plinth/ui'
import { HelpPart, HelpSheet } from '#app/lib/HelpSheet.tsx'
import type { HelpTopic } from './help-topics.ts'

/** What can be asked: the collections and their columns, and where the dialect ends. */
export const FieldReference = ({
  topic,
  onClose,
}: {
  topic: HelpTopic | undefined
  onClose: () => void
}) => (
  <HelpSheet
    isOpen={topic !== undefined}
    onClose={onClose}
    title="Field reference"
    description="Logs are asked in PostgreSQL's SQL: one SELECT over these collections."
  >
    <HelpPart isWanted={topic === 'ilike'} title="Text without regard to case">
      <p>
        There is no <InlineCode>ILIKE</InlineCode> for logs. Use{' '}
        <InlineCode>regexp_contains(text, pattern)</InlineCode>; the pattern is a regular
        expression, and <InlineCode>(?i)</InlineCode> in front of it takes upper and lower case as
        the same.
      </p>
      <CodeBlock
        aria-label="Search without regard to case"
        copy
        code={`select timestamp, event_message\nfrom postgres_logs\nwhere regexp_contains(event_message, '(?i)timeout')`}
      />
    </HelpPart>
    <HelpPart isWanted={topic === 'with-and-subqueries'} title="WITH and subqueries">
      <p>
        A query reads collections directly: without <InlineCode>WITH</InlineCode>, and without a
        SELECT inside another. Joins, <InlineCode>GROUP BY</InlineCode>,{' '}
        <InlineCode>HAVING</InlineCode>, <InlineCode>UNION</InlineCode> and{' '}
        <InlineCode>count(*) filter (where …)</InlineCode> are all there, and answer most of what a
        subquery is written for.
      </p>
      <CodeBlock
        aria-label="A share without a subquery"
        copy
        code={`select path,\n  count(*) as requests,\n  100.0 * count(*) filter (where status_code >= 500) / count(*) as failed_percent\nfrom edge_logs\ngroup by path`}
      />
    </HelpPart>
    <HelpPart title="Range and limits">
      <p>
        Only rows of the chosen time range are read, so no condition on{' '}
        <InlineCode>timestamp</InlineCode> is needed. A query ends after{' '}
        {LOG_QUERY_LIMITS.timeMs / 1000} seconds and answers with at most{' '}
        {LOG_QUERY_LIMITS.rows.toLocaleString('en')} rows.
      </p>
    </HelpPart>
    <HelpPart title="Collections and columns">
      {Object.entries(LOG_COLLECTIONS).map(([name, { label, fields }]) => (
        <details key={name} open={name === 'edge_logs'} className="rounded-md border border-line">
          <summary className="cursor-pointer px-3 py-2 text-sm">
            <InlineCode>{name}</InlineCode> <span className="text-muted">{label}</span>
          </summary>
          <dl className="divide-y divide-line border-t border-line text-xs">
            {Object.entries(fields).map(([field, { type, about }]) => (
              <div key={field} className="grid gap-x-3 px-3 py-1.5 sm:grid-cols-[14rem_1fr]">
                <dt className="font-mono">
                  {field} <span className="text-muted">{type}</span>
                </dt>
                <dd className="text-muted">{about}</dd>
              </div>
            ))}
          </dl>
        </details>
      ))}
    </HelpPart>
  </HelpSheet>
)

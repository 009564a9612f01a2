import type { AuditEntry } from '@plinth/contract'
import { CodeBlock, DataList, InlineCode, Sheet } from '@plinth/ui'
import { dateAndSecond } from '#app/lib/date.ts'
import { OUTCOMES, actionText, actorText } from './audit-text.ts'

/** One entry in full. */
export const AuditDetails = ({
  entry,
  onClose,
}: {
  entry: AuditEntry | undefined
  onClose: () => void
}) => (
  <Sheet
    open={entry !== undefined}
    onOpenChange={onClose}
    title={entry ? actionText(entry.action) : ''}
  >
    {entry && (
      <div className="flex flex-col gap-5">
        <DataList
          items={[
            { label: 'When', value: dateAndSecond(entry.occurred_at) },
            { label: 'Who', value: actorText(entry) },
            { label: 'From', value: entry.ip_address ?? 'unknown' },
            {
              label: 'Outcome',
              value: OUTCOMES[entry.outcome].label,
              hint: entry.error_code ?? undefined,
            },
            ...(entry.project_ref
              ? [{ label: 'Project', value: <InlineCode>{entry.project_ref}</InlineCode> }]
              : []),
            { label: 'Call', value: <InlineCode>{entry.action}</InlineCode> },
            { label: 'Request', value: <InlineCode>{entry.request_id}</InlineCode> },
          ]}
        />
        <CodeBlock
          title="What was sent, without secrets"
          code={JSON.stringify(entry.target, null, 2)}
          wrap
        />
      </div>
    )}
  </Sheet>
)

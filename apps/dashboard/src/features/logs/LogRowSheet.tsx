import { LOG_COLLECTIONS, type LogCollection, type LogRow } from '@plinth/contract'
import { CodeBlock, CopyButton, DataList, Sheet } from '@plinth/ui'
import { dateAndSecond } from '#app/lib/date.ts'

const LONG = new Set(['event_message', 'query', 'detail', 'hint'])

/** One row in full, and as JSON to take along. */
export function LogRowSheet({
  collection,
  row,
  onClose,
}: {
  collection: LogCollection
  row: LogRow | undefined
  onClose: () => void
}) {
  const json = row ? JSON.stringify(row, null, 2) : ''
  const fields = Object.keys(LOG_COLLECTIONS[collection].fields).filter(
    (name) => name !== 'timestamp' && name !== 'metadata',
  )
  const shown = row ? fields.flatMap((name) => entryOf(name, row[name])) : []
  return (
    <Sheet
      open={row !== undefined}
      onOpenChange={onClose}
      title={row ? dateAndSecond(row.timestamp) : ''}
      description={LOG_COLLECTIONS[collection].label}
      size="lg"
      footer={<CopyButton value={json} label="Copy as JSON" />}
    >
      {row && (
        <div className="flex flex-col gap-5">
          {shown
            .filter(({ name }) => LONG.has(name))
            .map(({ name, value }) => (
              <CodeBlock key={name} title={name} code={value} wrap copy maxLines={14} />
            ))}
          <DataList
            items={[
              { label: 'timestamp', value: <Value text={row.timestamp} /> },
              ...shown
                .filter(({ name }) => !LONG.has(name))
                .map(({ name, value }) => ({ label: name, value: <Value text={value} /> })),
            ]}
          />
          <CodeBlock title="The whole row" code={json} wrap maxLines={24} />
        </div>
      )}
    </Sheet>
  )
}

const entryOf = (name: string, value: unknown) =>
  value === null || value === undefined || value === ''
    ? []
    : [{ name, value: typeof value === 'string' ? value : JSON.stringify(value) }]

const Value = ({ text }: { text: string }) => (
  <span className="font-mono text-xs break-all">{text}</span>
)

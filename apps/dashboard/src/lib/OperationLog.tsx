import type { Operation } from '@plinth/contract'
import { CodeBlock } from '@plinth/ui'

/** The last lines the server wrote before an operation failed. */
export const OperationLog = ({
  operation,
}: {
  operation: Pick<Operation, 'error' | 'finished_at'>
}) =>
  // while it is tried again, what it says is of the time before
  operation.finished_at && operation.error && operation.error.log.length > 0 ? (
    <CodeBlock
      title="Last lines of the log"
      code={operation.error.log.join('\n')}
      maxLines={14}
      fromEnd
      wrap
      className="text-left"
    />
  ) : null

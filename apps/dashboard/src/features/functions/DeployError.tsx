import { Alert } from '@plinth/ui'
import { messageOf } from '#app/api/errors.ts'

/** Why the code was not taken, in the words of the runtime. */
export const DeployError = ({ error }: { error: Error | null }) =>
  error && (
    <Alert tone="critical" title="This was not deployed" className="m-3 shrink-0">
      <pre className="max-h-40 overflow-auto font-mono text-xs whitespace-pre-wrap">
        {messageOf(error)}
      </pre>
    </Alert>
  )

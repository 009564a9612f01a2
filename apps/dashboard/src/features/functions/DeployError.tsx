import { Alert, Button } from '@plinth/ui'
import { hasCode, messageOf } from '#app/api/errors.ts'

type Props = {
  readonly error: Error | null
  /** Deploys a function that is not there any more as one that never was. */
  readonly onDeployAnew?: () => void
}

/** Why the code was not taken, in the words of the runtime. */
export function DeployError({ error, onDeployAnew }: Props) {
  if (!error) return null
  if (onDeployAnew && hasCode(error, 'FUNCTION_NOT_FOUND'))
    return (
      <Alert
        tone="warning"
        title="This function was deleted while you were writing"
        className="m-3 shrink-0"
        action={
          <Button size="sm" onClick={onDeployAnew}>
            Deploy it anew
          </Button>
        }
      >
        What you wrote is still here. Its address comes back with it, its invocations do not.
      </Alert>
    )
  return (
    <Alert tone="critical" title="This was not deployed" className="m-3 shrink-0">
      <pre className="max-h-40 overflow-auto font-mono text-xs whitespace-pre-wrap">
        {messageOf(error)}
      </pre>
    </Alert>
  )
}

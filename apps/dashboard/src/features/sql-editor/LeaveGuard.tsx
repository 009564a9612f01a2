import { ConfirmLeave } from '#app/lib/ConfirmLeave.tsx'

type Props = { readonly projectRef: string; readonly isRunning: boolean }

/** Leaving the editor cancels what runs, so that is asked first; going from query to query is not leaving. */
export const LeaveGuard = ({ projectRef, isRunning }: Props) => (
  <ConfirmLeave
    isAsked={isRunning}
    shouldAsk={({ next }) =>
      isRunning && !`${next.pathname}/`.startsWith(`/project/${projectRef}/sql/`)
    }
    title="A query is still running"
    // a query that ends while this is asked leaves nothing to ask about
    description={
      isRunning
        ? 'Leaving the editor cancels it, and what it has not committed is undone.'
        : 'It has just ended; its results are lost when you leave.'
    }
  />
)

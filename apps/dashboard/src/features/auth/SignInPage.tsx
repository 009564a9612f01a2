import { Alert } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { api } from '#app/api/client.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { SignInForm } from './SignInForm.tsx'

/** `next` is where the person wanted to go, already known to be a path of this site. */
export function SignInPage({ next }: { next: string | undefined }) {
  const { data: setup } = useQuery(api.system.setup.queryOptions({ input: {} }))
  return (
    <AuthFrame title="Sign in to Plinth">
      <div className="flex flex-col gap-4">
        {setup?.needs_owner && (
          <Alert title="Nobody owns this installation yet">
            Open the one-time link that was printed where Plinth was started: it makes the first
            account.
          </Alert>
        )}
        <SignInForm next={next} />
      </div>
    </AuthFrame>
  )
}

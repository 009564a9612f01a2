import { Alert, Button, SkeletonLines } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#app/api/client.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { ClaimOwnerForm } from './ClaimOwnerForm.tsx'

const SignInLink = () => (
  <Button asChild variant="primary" size="lg">
    <Link to="/sign-in">Go to sign in</Link>
  </Button>
)

/** Where the one-time link of the first start leads: it makes the account that owns the installation. */
export function WelcomePage({ token }: { token: string | undefined }) {
  const { data: setup, isError } = useQuery(api.system.setup.queryOptions({ input: {} }))
  if (setup && !setup.needs_owner)
    return (
      <AuthFrame title="Plinth is already set up">
        <div className="flex flex-col gap-4">
          <p className="text-pretty text-muted">
            The one-time link has done its work: an owner account exists. Sign in with it, or ask
            its owner for an invitation.
          </p>
          <SignInLink />
        </div>
      </AuthFrame>
    )
  if (!token)
    return (
      <AuthFrame title="The link is not complete">
        <Alert tone="warning">
          Open the whole one-time link that was printed where Plinth was started. It ends with a
          token.
        </Alert>
      </AuthFrame>
    )
  return (
    <AuthFrame
      title="Welcome to Plinth"
      description="Make your account. It owns this installation; others join by invitation."
    >
      {setup || isError ? <ClaimOwnerForm token={token} /> : <SkeletonLines lines={6} />}
    </AuthFrame>
  )
}

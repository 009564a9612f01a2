import { Alert, Button } from '@plinth/ui'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '#app/api/errors.ts'
import { useAccept } from './use-accept.ts'

type Props = {
  token: string
  invitation: { email: string; organization_slug: string; organization_name: string }
  /** Who is signed in, if anybody. */
  user: { name: string; email: string } | undefined
}

/** For somebody who has an account already: sign in with it, then join. */
export function JoinAsMyself({ token, invitation, user }: Props) {
  const [failure, setFailure] = useState<string>()
  const accept = useAccept(invitation.organization_slug, (error) => setFailure(messageOf(error)))
  const signIn = (
    <Button asChild variant="primary" size="lg">
      <Link to="/sign-in" search={{ next: `/join?token=${encodeURIComponent(token)}` }}>
        Sign in as {invitation.email}
      </Link>
    </Button>
  )
  if (!user)
    return (
      <div className="flex flex-col gap-4">
        <p className="text-pretty text-muted">
          There is an account with this address. Sign in with it and you will come back here.
        </p>
        {signIn}
      </div>
    )
  if (user.email !== invitation.email)
    return (
      <div className="flex flex-col gap-4">
        <Alert tone="warning" title={`You are signed in as ${user.email}`}>
          The invitation is for {invitation.email}. Sign in with that account to accept it.
        </Alert>
        {signIn}
      </div>
    )
  return (
    <div className="flex flex-col gap-4">
      {failure && <Alert tone="critical">{failure}</Alert>}
      <p className="text-pretty text-muted">You are signed in as {user.name}.</p>
      <Button
        variant="primary"
        size="lg"
        loading={accept.isPending}
        onClick={() => accept.mutate({ token })}
      >
        Join {invitation.organization_name}
      </Button>
    </div>
  )
}

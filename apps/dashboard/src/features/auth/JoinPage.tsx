import { ROLE_NAMES } from '@plinth/contract'
import { Alert, SkeletonLines } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { api } from '#app/api/client.ts'
import { hasCode, messageOf } from '#app/api/errors.ts'
import { sessionOptions } from '#app/api/session.ts'
import { fromNow } from '#app/lib/date.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { JoinAsMyself } from './JoinAsMyself.tsx'
import { JoinForm } from './JoinForm.tsx'

/** Where an invitation's link leads: who invites to what, and the way in. */
export function JoinPage({ token }: { token: string | undefined }) {
  const invitation = useQuery(
    api.invitations.view.queryOptions({ input: { token: token ?? '' }, enabled: Boolean(token) }),
  )
  // nobody being signed in is an answer here, see PROBE
  const session = useQuery({ ...sessionOptions(), retry: false })

  if (!token || invitation.error)
    return (
      <AuthFrame title="This invitation cannot be used">
        <Alert tone="warning">
          {!token || hasCode(invitation.error, 'BAD_INPUT')
            ? 'The link is not complete. Copy the whole of it.'
            : messageOf(invitation.error)}{' '}
          Ask the person who invited you for a new one.
        </Alert>
      </AuthFrame>
    )
  if (!invitation.data || session.isPending)
    return (
      <AuthFrame title="Looking at your invitation">
        <SkeletonLines lines={5} />
      </AuthFrame>
    )
  const { data } = invitation
  return (
    <AuthFrame
      title={`Join ${data.organization_name}`}
      description={`${data.invited_by} invites ${data.email} as ${ROLE_NAMES[data.role]}. The invitation ends ${fromNow(data.expires_at)}.`}
    >
      {session.data || data.has_account ? (
        <JoinAsMyself token={token} invitation={data} user={session.data?.user} />
      ) : (
        <JoinForm token={token} invitation={data} />
      )}
    </AuthFrame>
  )
}

import { Button, PageHeader } from '@plinth/ui'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#app/api/session.ts'
import { InvitationsTable } from './InvitationsTable.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { MembersTable } from './MembersTable.tsx'

/** Who is in the organization, what each may do, and who was asked to join. */
export function TeamPage({ slug }: { slug: string }) {
  const [isInviting, setInviting] = useState(false)
  const mayInvite = useMay('members:write', { organizationSlug: slug })
  return (
    <>
      <PageHeader
        title="Team"
        description="The people of this organization and what each of them may do."
        actions={
          <Button
            variant="primary"
            icon={<UserPlus aria-hidden />}
            disabledReason={
              mayInvite ? undefined : 'You need additional permissions to invite people'
            }
            onClick={() => setInviting(true)}
          >
            Invite
          </Button>
        }
      />
      <MembersTable slug={slug} />
      {mayInvite && <InvitationsTable slug={slug} />}
      {isInviting && <InviteDialog slug={slug} onClose={() => setInviting(false)} />}
    </>
  )
}

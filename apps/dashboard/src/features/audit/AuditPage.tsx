import { PageHeader } from '@plinth/ui'
import { useMay } from '#app/api/session.ts'
import { NoPermission } from '#app/lib/NoPermission.tsx'
import { AuditLog } from './AuditLog.tsx'

/** What was changed in the organization, by whom, when and from where. */
export function AuditPage({ slug }: { slug: string }) {
  const mayRead = useMay('audit:read', { organizationSlug: slug })
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Every change that was asked for in this organization, newest first, whether it succeeded or not."
      />
      {mayRead ? <AuditLog slug={slug} /> : <NoPermission what="view the audit log" />}
    </>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { AuditPage } from '#app/features/audit/AuditPage.tsx'
import { PageColumn } from '#app/layouts/PageColumn.tsx'

export const Route = createFileRoute('/_app/org/$slug/audit')({
  staticData: { title: { page: 'Audit log' } },
  component: function Audit() {
    return (
      <PageColumn>
        <AuditPage slug={Route.useParams().slug} />
      </PageColumn>
    )
  },
})

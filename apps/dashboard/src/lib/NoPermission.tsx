import { EmptyState } from '@plinth/ui'
import { Lock } from 'lucide-react'

/** In place of something one may not see; `what` completes 'You need additional permissions to'. */
export const NoPermission = ({ what }: { what: string }) => (
  <EmptyState icon={<Lock aria-hidden />} title={`You need additional permissions to ${what}`}>
    An owner or administrator of the organization can give you a role that includes it.
  </EmptyState>
)

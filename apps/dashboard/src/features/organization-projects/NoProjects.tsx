import { Button, EmptyState } from '@plinth/ui'
import { Database, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'

export const NoProjects = ({ action }: { action: ReactNode }) => (
  <EmptyState icon={<Database aria-hidden />} title="No projects yet" action={action}>
    A project is a PostgreSQL database of its own, ready in about a second, with everything around
    it to build on.
  </EmptyState>
)

export const NoneFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon={<SearchX aria-hidden />}
    title="No project matches"
    action={<Button onClick={onClear}>Clear search and filter</Button>}
  >
    Nothing of that name and status is in this organization.
  </EmptyState>
)

import { SearchInput, SegmentedControl, Select } from '@plinth/ui'
import { LayoutGrid, List } from 'lucide-react'
import { useState } from 'react'
import { STATUS_FILTERS, type StatusFilter } from '#app/lib/project-status.ts'
import { useDebounced } from '#app/lib/use-debounced.ts'
import { type ListSearch, SORTS } from './list-search.ts'

export type View = 'cards' | 'table'

const VIEWS = [
  { value: 'cards', label: 'Cards', icon: <LayoutGrid aria-hidden /> },
  { value: 'table', label: 'Table', icon: <List aria-hidden /> },
] as const

const STATUSES = [
  { value: 'all', label: 'All statuses' },
  ...STATUS_FILTERS.map(({ value, label }) => ({ value, label })),
] as const satisfies readonly { value: 'all' | StatusFilter; label: string }[]

/** Search, status, order, and whether to see cards or a table. */
export function ProjectsToolbar({
  search,
  onChange,
  view,
  onView,
}: {
  search: ListSearch
  onChange: (part: {
    search?: string | undefined
    status?: StatusFilter | undefined
    sort?: ListSearch['sort']
  }) => void
  view: View
  onView: (view: View) => void
}) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ProjectSearch
        initial={search.search ?? ''}
        onChange={(text) => onChange({ search: text || undefined })}
      />
      <Select
        aria-label="Status"
        className="min-w-0 flex-1 basis-28 sm:w-auto sm:min-w-36 sm:flex-none"
        value={search.status ?? 'all'}
        options={STATUSES}
        onChange={(status) => onChange({ status: status === 'all' ? undefined : status })}
      />
      <Select
        aria-label="Order"
        className="min-w-0 flex-1 basis-28 sm:w-auto sm:min-w-36 sm:flex-none"
        value={search.sort ?? 'name_asc'}
        options={SORTS}
        onChange={(sort) => onChange({ sort })}
      />
      <SegmentedControl
        aria-label="View"
        className="sm:ml-auto"
        iconOnly
        value={view}
        onChange={onView}
        options={VIEWS}
      />
    </div>
  )
}

function ProjectSearch({
  initial,
  onChange,
}: {
  initial: string
  onChange: (text: string) => void
}) {
  // the box runs ahead of the address, which follows when the typing rests
  const [typed, setTyped] = useState(initial)
  const follow = useDebounced(onChange)
  return (
    <SearchInput
      aria-label="Search projects"
      placeholder="Search projects…"
      maxLength={64}
      value={typed}
      onChange={(text) => {
        setTyped(text)
        follow(text.trim())
      }}
    />
  )
}

import type { LogCollection } from '@plinth/contract'
import { Badge, Button, Checkbox, Popover, SearchInput } from '@plinth/ui'
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { useDebounced } from '#app/lib/use-debounced.ts'
import { choicesOf, FILTER_LABELS, filtersOf } from './collections.ts'
import { type LogSearch, toggled, valuesOf } from './filters.ts'

type LogFiltersProps = {
  collection: LogCollection
  search: LogSearch
  /** Functions that rows on screen came from; undefined where all are one function's. */
  seenFunctions: readonly string[] | undefined
  onChange: (patch: LogSearch) => void
}

/** Narrows a collection: by words, and by what its rows have. */
export function LogFilters({ collection, search, seenFunctions, onChange }: LogFiltersProps) {
  const [typed, setTyped] = useState(search.search ?? '')
  const isOneFunction = seenFunctions === undefined
  const offered = filtersOf(collection).filter((each) => !(isOneFunction && each === 'function'))
  const searchFor = useDebounced((text: string) => onChange({ search: text.trim() }))
  return (
    <>
      <SearchInput
        aria-label="Search these logs"
        value={typed}
        onChange={(text) => {
          setTyped(text)
          searchFor(text)
        }}
      />
      {offered.map((filter) => {
        const chosen = valuesOf(search[filter])
        const seen = [...new Set([...chosen, ...(seenFunctions ?? [])])].toSorted((a, b) =>
          a.localeCompare(b),
        )
        const choices = choicesOf(collection, filter, seen)
        return (
          <FilterButton
            key={filter}
            label={FILTER_LABELS[filter]}
            choices={choices}
            chosen={chosen}
            onToggle={(value) => onChange({ [filter]: toggled(search[filter], value) ?? '' })}
          />
        )
      })}
    </>
  )
}

type FilterButtonProps = {
  label: string
  choices: readonly { readonly value: string; readonly label: string }[]
  chosen: readonly string[]
  onToggle: (value: string) => void
}

const FilterButton = ({ label, choices, chosen, onToggle }: FilterButtonProps) => (
  <Popover
    aria-label={`Filter by ${label.toLowerCase()}`}
    className="w-52"
    trigger={
      <Button icon={<ListFilter aria-hidden />}>
        {label}
        {chosen.length > 0 && <Badge tone="accent">{chosen.length}</Badge>}
      </Button>
    }
  >
    {choices.length === 0 ? (
      <p className="text-sm text-muted">No function has logged anything in this time.</p>
    ) : (
      <ul className="-m-1 flex max-h-80 flex-col gap-2 overflow-y-auto p-1 wrap-anywhere">
        {choices.map(({ value, label: name }) => (
          <li key={value}>
            <Checkbox
              label={name}
              checked={chosen.includes(value)}
              onChange={() => onToggle(value)}
            />
          </li>
        ))}
      </ul>
    )}
  </Popover>
)

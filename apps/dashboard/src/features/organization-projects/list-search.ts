import type { ProjectSort } from '@plinth/contract'
import { STATUS_FILTERS, type StatusFilter } from '#app/lib/project-status.ts'
import { choiceParam, pageParam, textParam } from '#app/lib/search-params.ts'

// a multiple of six, so that rows of cards fill
export const PAGE_SIZE = 96

export const SORTS = [
  { value: 'name_asc', label: 'Name, A–Z' },
  { value: 'name_desc', label: 'Name, Z–A' },
  { value: 'created_desc', label: 'Newest first' },
  { value: 'created_asc', label: 'Oldest first' },
] as const satisfies readonly { value: ProjectSort; label: string }[]

/** What of the list stands in the address. */
export type ListSearch = {
  readonly search?: string
  readonly status?: StatusFilter
  readonly sort?: ProjectSort
  readonly page?: number
}

/** Leaves out what is as it would be anyway, so that the plain list has the plain address. */
export function parseListSearch(raw: Record<string, unknown>): ListSearch {
  const search = textParam(raw['search'])?.slice(0, 64)
  const status = choiceParam(
    raw['status'],
    STATUS_FILTERS.map((filter) => filter.value),
  )
  const sort = choiceParam(
    raw['sort'],
    SORTS.map((each) => each.value),
  )
  const page = pageParam(raw['page'])
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(sort && sort !== 'name_asc' && { sort }),
    ...(page && { page }),
  }
}

/** The call's input for what the address says. */
export const listInput = (slug: string, { search, status, sort, page = 1 }: ListSearch) => ({
  slug,
  limit: PAGE_SIZE,
  offset: (page - 1) * PAGE_SIZE,
  sort: sort ?? 'name_asc',
  ...(search && { search }),
  ...(status && {
    statuses: STATUS_FILTERS.find((filter) => filter.value === status)?.statuses.join(',') ?? '',
  }),
})

export const isFiltered = ({ search, status }: ListSearch): boolean =>
  search !== undefined || status !== undefined

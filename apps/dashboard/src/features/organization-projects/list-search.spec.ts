import { ProjectStatus } from '@plinth/contract'
import { expect, test } from 'vitest'
import { STATUS_FILTERS } from '#app/lib/project-status.ts'
import { isFiltered, listInput, parseListSearch } from './list-search.ts'

test('the plain list has the plain address', () => {
  expect(parseListSearch({})).toEqual({})
  expect(parseListSearch({ sort: 'name_asc', page: 1, search: '' })).toEqual({})
})

test('an address typed by hand cannot break the page', () => {
  expect(
    parseListSearch({ sort: 'drop table', status: 'odd', page: 'x', search: 'a'.repeat(90) }),
  ).toEqual({ search: 'a'.repeat(64) })
})

test('the address becomes the call', () => {
  expect(
    listInput(
      'acme',
      parseListSearch({ search: 'tide', status: 'failed', sort: 'created_desc', page: 3 }),
    ),
  ).toEqual({
    slug: 'acme',
    limit: 96,
    offset: 192,
    sort: 'created_desc',
    search: 'tide',
    statuses: 'INIT_FAILED,PAUSE_FAILED,RESTORE_FAILED',
  })
})

test('a search or a status is a filter; an order is none', () => {
  expect(isFiltered({ search: 'a' })).toBe(true)
  expect(isFiltered({ status: 'paused' })).toBe(true)
  expect(isFiltered({ sort: 'name_desc', page: 2 })).toBe(false)
})

test('every status but that of a deleted project is in one filter', () => {
  const filtered = STATUS_FILTERS.flatMap((filter) => [...filter.statuses])
  expect(filtered.toSorted()).toEqual(
    ProjectStatus.options.filter((status) => status !== 'REMOVED').toSorted(),
  )
})

import { expect, test } from 'vitest'
import { filterCommands } from './filter-commands.ts'

const SECTIONS = [
  { heading: 'Project', commands: [{ label: 'Home' }, { label: 'SQL Editor' }] },
  {
    heading: 'Organizations',
    commands: [{ label: 'Darkroom' }, { label: 'Acme', keywords: ['switch', 'dark matter'] }],
  },
  { heading: 'Theme', commands: [{ label: 'Dark theme', keywords: ['appearance'] }] },
]

const labels = (typed: string) =>
  filterCommands(SECTIONS, typed).map(({ heading, commands }) => [
    heading,
    ...commands.map(({ label }) => label),
  ])

test('nothing typed leaves everything as it is', () => {
  expect(filterCommands(SECTIONS, '  ')).toBe(SECTIONS)
})

test('a command holds every typed word, in its name, its keywords or its heading', () => {
  expect(labels('theme app')).toEqual([['Theme', 'Dark theme']])
  expect(labels('project sql')).toEqual([['Project', 'SQL Editor']])
  expect(labels('drk')).toEqual([])
})

test('what begins with the typed text comes first, and so does its section', () => {
  expect(labels('dark')).toEqual([
    ['Organizations', 'Darkroom', 'Acme'],
    ['Theme', 'Dark theme'],
  ])
  expect(labels('dark th')).toEqual([['Theme', 'Dark theme']])
  expect(labels('editor')).toEqual([['Project', 'SQL Editor']])
})

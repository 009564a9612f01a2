import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { FLAGS, GATEWAY_VARIABLES, VARIABLES } from '../scripts/lib/flags.mjs'
import { STEPS } from '../scripts/lib/steps.mjs'
import { calls, callsPage } from './calls.ts'
import { hits, manifest, pages } from './sources.ts'

const prose = pages.map(({ text }) => text).join('\n')
const readme = readFileSync('README.md', 'utf8')

test('every npm script stands in a page', () => {
  const scripts = Object.keys(manifest('.').scripts ?? {})
  const said = (name: string) =>
    new RegExp(`npm run (-s )?${name}\\b`).test(prose) ||
    (/^(start|test)$/.test(name) && prose.includes(`npm ${name}`))
  expect(scripts.filter((name) => !said(name))).toEqual([])
})

test('every npm script of the pages exists', () => {
  const scripts = manifest('.').scripts ?? {}
  const named = [...prose.matchAll(/npm run (?:-s )?([a-z][a-z:-]*)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('every flag and variable stands in the README', () => {
  const named = FLAGS.flatMap(({ flag, env }) => [flag, env ?? flag])
  const variables = [...VARIABLES, ...GATEWAY_VARIABLES].map(([name]) => name)
  expect([...named, ...variables].filter((name) => !readme.includes(`\`${name}`))).toEqual([])
})

test('what --help names is what the platform reads', () => {
  const file = 'apps/platform/src/env.ts'
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const read = [...new Set(text.match(/\bPLINTH_[A-Z0-9_]+/g))]
  const flags = FLAGS.flatMap(({ env }) => env ?? [])
  const variables = VARIABLES.map(([name]) => name)
  // for tests only, so it stands in CONTRIBUTING.md
  const told = [...flags, ...variables, 'PLINTH_FAULTS']
  expect(told.filter((name) => !read.includes(name))).toEqual([])
  const ahead = GATEWAY_VARIABLES.map(([name]) => name)
  expect(read.filter((name) => ![...told, ...ahead].includes(name))).toEqual([])
})

test('every vitest project is a step of npm test', () => {
  const steps = STEPS.map(({ name }) => name)
  const named = [...readFileSync('vitest.config.ts', 'utf8').matchAll(/name: '(\w+)'/g)]
  expect(named.length).toBeGreaterThan(0)
  expect(named.map(([, name = '']) => name).filter((name) => !steps.includes(name))).toEqual([])
})

test('docs/calls.md lists every call of the contract', async () => {
  expect(calls.length).toBeGreaterThan(0)
  await expect(callsPage(), 'npx vitest run --project tools -u').toMatchFileSnapshot(
    '../docs/calls.md',
  )
})

test('no two calls share a method and path, and each says what it does', () => {
  const routes = calls.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
  expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([])
  expect(calls.filter(({ summary, needs }) => !summary || !needs)).toEqual([])
})

test('a link between pages leads somewhere', () => {
  const broken = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<!!\[[^\]]*)\]\(([^)#:\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(dirname(path), target)))
      .map((target) => `${path} → ${target}`),
  )
  expect(broken).toEqual([])
})

test('decisions are numbered without a gap', () => {
  const numbers = readdirSync('docs/decisions').map((name) => Number(name.slice(0, 3)))
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

test('docs/schema.sql knows every table of the migrations', () => {
  const folder = 'apps/platform/src/db/migrations'
  const migrations = existsSync(folder) ? readdirSync(folder) : []
  const lines = migrations.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  const named = (start: RegExp) => lines.flatMap((line) => start.exec(line)?.[1] ?? [])
  const gone = named(/^\s*drop table (?:if exists )?(\w+)/i)
  const made = named(/^\s*create table (?:if not exists )?([\w.]+)/i).filter(
    (name) => !gone.includes(name),
  )
  const schema = existsSync('docs/schema.sql') ? readFileSync('docs/schema.sql', 'utf8') : ''
  expect(made.filter((name) => !new RegExp(`\\b${name}\\b`).test(schema))).toEqual([])
})

test('the pages name no path of a machine and no other product', () => {
  expect(hits(pages, /(^|[\s`'"(])\/(work|home|Users)\//)).toEqual([])
  expect(hits(pages, /(?<!@)supabase(?!\/|-js)/i)).toEqual([])
})

import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addressOf, isPage, SPEC_ROUTES } from './spec-routes.ts'

const FOLDER = 'apps/dashboard/src/routes'

const files = existsSync(FOLDER)
  ? readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /\.tsx?$/.test(file) && !/\.(spec|test)\.tsx?$/.test(file))
  : []
const pages = new Set(files.filter(isPage).map(addressOf))

test('an address comes from a file the way the router reads it', () => {
  const table = Object.fromEntries(
    [
      'index.tsx',
      'sign-in.tsx',
      '_app/organizations.tsx',
      '_app/org/$slug/index.tsx',
      '_app/project/$ref/sql.$id.tsx',
      '_app/project_.$ref.settings.general.tsx',
    ].map((file) => [file, addressOf(file)]),
  )
  expect(table).toMatchInlineSnapshot(`
    {
      "_app/org/$slug/index.tsx": "/org/{slug}",
      "_app/organizations.tsx": "/organizations",
      "_app/project/$ref/sql.$id.tsx": "/project/{ref}/sql/{id}",
      "_app/project_.$ref.settings.general.tsx": "/project/{ref}/settings/general",
      "index.tsx": "/",
      "sign-in.tsx": "/sign-in",
    }
  `)
  expect(['_app.tsx', '__root.tsx', '_app/project/$ref/route.tsx'].filter(isPage)).toEqual([])
})

test('what this version claims of the product is in the route tree', () => {
  const claimed = Object.keys(SPEC_ROUTES).filter((path) => SPEC_ROUTES[path] === 'built')
  expect(claimed.filter((path) => !pages.has(path))).toEqual([])
})

test('a page that is there is claimed', () => {
  const unclaimed = [...pages].filter((path) => SPEC_ROUTES[path] === 'later')
  expect(unclaimed, 'mark them as built in tools/spec-routes.ts').toEqual([])
})

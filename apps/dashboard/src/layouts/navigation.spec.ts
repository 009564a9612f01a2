import { expect, test } from 'vitest'
import { accountAreas, organizationAreas, projectAreas } from './navigation.ts'

const everything = () => true
const nothing = () => false

const shown = ({ areas }: ReturnType<typeof accountAreas>) =>
  areas.map(({ label, link, disabledReason }) => [label, link.to, disabledReason])

test('the areas of a running project, and where each leads', () => {
  expect(shown(projectAreas('ref', 'ACTIVE_HEALTHY', everything))).toMatchInlineSnapshot(`
    [
      [
        "Home",
        "/project/$ref",
        undefined,
      ],
      [
        "SQL Editor",
        "/project/$ref/sql",
        undefined,
      ],
      [
        "Database",
        "/project/$ref/database",
        undefined,
      ],
      [
        "Edge Functions",
        "/project/$ref/functions",
        undefined,
      ],
      [
        "GraphQL",
        "/project/$ref/api/graphiql",
        undefined,
      ],
      [
        "Logs",
        "/project/$ref/logs",
        undefined,
      ],
      [
        "Settings",
        "/project/$ref/settings",
        undefined,
      ],
    ]
  `)
})

test('what needs the database says so while it is down; home and settings stay', () => {
  expect(shown(projectAreas('ref', 'COMING_UP', everything))).toMatchInlineSnapshot(`
    [
      [
        "Home",
        "/project/$ref",
        undefined,
      ],
      [
        "SQL Editor",
        "/project/$ref/sql",
        "Available once the project is running",
      ],
      [
        "Database",
        "/project/$ref/database",
        undefined,
      ],
      [
        "Edge Functions",
        "/project/$ref/functions",
        undefined,
      ],
      [
        "GraphQL",
        "/project/$ref/api/graphiql",
        "Available once the project is running",
      ],
      [
        "Logs",
        "/project/$ref/logs",
        undefined,
      ],
      [
        "Settings",
        "/project/$ref/settings",
        undefined,
      ],
    ]
  `)
})

test('what one may not open is there, and says why', () => {
  expect(shown(organizationAreas('acme', nothing))).toMatchInlineSnapshot(`
    [
      [
        "Projects",
        "/org/$slug",
        undefined,
      ],
      [
        "Team",
        "/org/$slug/team",
        "You need additional permissions to open this",
      ],
      [
        "Audit log",
        "/org/$slug/audit",
        "You need additional permissions to open this",
      ],
      [
        "Settings",
        "/org/$slug/general",
        undefined,
      ],
    ]
  `)
})

test('the areas of an account', () => {
  expect(shown(accountAreas())).toMatchInlineSnapshot(`
    [
      [
        "Profile",
        "/account/profile",
        undefined,
      ],
      [
        "Access tokens",
        "/account/tokens",
        undefined,
      ],
      [
        "Security",
        "/account/security",
        undefined,
      ],
    ]
  `)
})

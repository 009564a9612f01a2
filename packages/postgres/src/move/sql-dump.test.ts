import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { expect, test } from 'vitest'
import { contentOf, dataTables } from './copy-tables.ts'
import { describe, differencesOf } from './manifest.ts'
import { sqlDump } from './sql-dump.ts'
import { withAdmin } from '#postgres/connection/admin.ts'
import { rolePassword } from '#test/database.ts'
import { emptyServer, loadFixture, upgradeWorld } from '#test/upgrade-world.ts'

/** Does what psql does with such a file: statements as they are, and the lines after a `copy` to its end. */
async function load(client: pg.Client, sql: string) {
  let statements = ''
  const lines = sql.split('\n').values()
  for (const line of lines) {
    statements += `${line}\n`
    if (!line.endsWith(' FROM stdin;')) continue
    // a name may hold the end of a line
    const copy = statements.lastIndexOf('\nCOPY ')
    await client.query(statements.slice(0, copy))
    const rows: string[] = []
    for (const row of lines) {
      if (row === String.raw`\.`) break
      rows.push(`${row}\n`)
    }
    await pipeline(Readable.from(rows), client.query(copyFrom(statements.slice(copy))))
    statements = ''
  }
  await client.query(statements)
}

// what a file of SQL does not bring, or a server has of its own
const NOT_BROUGHT = /^(role|member|setting|database|extension|event trigger|server function) /
const OURS = /extensions\.plinth_tell/

const described = async (client: pg.Client) =>
  (await describe(client)).filter((line) => !NOT_BROUGHT.test(line) && !OURS.test(line))

test('a project as SQL, loaded into an empty server, is the same project', async () => {
  await using world = await upgradeWorld()
  await world.before.as('postgres', loadFixture)
  await using empty = await emptyServer()

  await world.before.during(async (cluster) => {
    const source = { ...world.before.target(cluster), readerPassword: rolePassword }
    const pieces: Buffer[] = []
    for await (const piece of sqlDump({ source: { ...source, adminPassword: source.password } })) {
      pieces.push(Buffer.from(piece))
      // what is written while it is read is of another moment
      if (pieces.length === 3) {
        await withAdmin(source, async (client) => {
          await client.query(`insert into app.parent values (99)`)
          await client.query(`delete from auth.users`)
        })
      }
    }
    const sql = Buffer.concat(pieces).toString()
    expect(sql).not.toContain('SCRAM-SHA-256')
    expect(sql, 'a role that only we have').not.toMatch(/ plinth_admin;$/m)
    await empty.admin((client) => load(client, sql))

    const loaded = await empty.admin(described)
    const was = await withAdmin(source, described)
    expect(differencesOf(was, loaded)).toEqual([])
    const held = async (client: pg.Client) => {
      const found: [string, number][] = []
      for (const table of await dataTables(client)) {
        found.push([table.name, (await contentOf(client, table)).rows])
      }
      return Object.fromEntries(found)
    }
    const rows = await empty.admin(held)
    expect(rows).toMatchObject({ 'app.everything': 451, 'auth.users': 20, 'app.parent': 1 })
    expect(Object.keys(rows)).toEqual(Object.keys(await withAdmin(source, held)))
  })
})

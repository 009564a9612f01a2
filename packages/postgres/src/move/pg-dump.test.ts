import { expect, test } from 'vitest'
import { dumpStatements, type DumpSection } from './pg-dump.ts'
import { READER } from './sessions.ts'
import { rolePassword, testServer } from '#test/database.ts'

test('a line that looks like one of psql’s directives stays where it is somebody’s text', async () => {
  await using server = await testServer()
  const body = String.raw`
\restrict abc
\unrestrict abc
\RESTRICT
`
  const odd = `${body}\r\\restrict\u2028\\restrict x`
  await using client = await server.connect('postgres')
  await client.query(`create function told() returns text language sql as $f$ select '${body}' $f$`)
  await client.query(`comment on function told() is '${odd}'`)
  await client.query(`create table texts (n text default '${body}' check (n <> '${odd}'))`)
  await client.query(`create table policed ("${body}" int)`)
  await client.query(`create policy p on policed using ('${body}' <> '')`)

  const target = { ...server.cluster, user: READER, password: rolePassword }
  const textOf = async (section: DumpSection) =>
    (await dumpStatements(target, { section })).map(({ sql }) => sql).join('\n')
  const [pre, post] = [await textOf('pre-data'), await textOf('post-data')]
  for (const text of [
    `select '${body}'`,
    `COMMENT ON FUNCTION public.told() IS '${odd}'`,
    `DEFAULT '${body}'::text`,
    `"${body}" integer`,
  ]) {
    expect(pre).toContain(text)
  }
  expect(post).toContain(`USING (('${body}'::text <> ''::text))`)
})

test('the failure of a dump told where the platform lies, and the names of all tables', async () => {
  await using server = await testServer()
  await using admin = await server.admin()
  await admin.query('revoke pg_read_all_data from plinth_read_only')
  const target = { ...server.cluster, user: READER, password: rolePassword }
  await expect(dumpStatements(target, { section: 'pre-data' })).rejects.toThrow(
    /^pg_dump failed: query failed: ERROR: {2}permission denied for \w+ \w+$/,
  )
})

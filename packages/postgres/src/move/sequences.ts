import type pg from 'pg'
import { runAll, texts } from './sessions.ts'

const SEQUENCES = `pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'S' and c.relpersistence <> 't'
    and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`

/** Where each sequence stands, as `schema.name value isCalled`. */
export async function sequenceValues(
  admin: pg.ClientBase,
  reader: pg.ClientBase,
): Promise<string[]> {
  // only reading the sequence itself tells whether its value was given out
  const parts = await texts(
    admin,
    `select format('select format(''%%s %%s %%s'', %L, s.last_value, s.is_called) from %I.%I s',
                   quote_ident(n.nspname) || '.' || quote_ident(c.relname), n.nspname, c.relname)
       from ${SEQUENCES} order by n.nspname, c.relname`,
  )
  const AT_ONCE = 200
  const found: string[] = []
  for (let at = 0; at < parts.length; at += AT_ONCE) {
    found.push(...(await texts(reader, parts.slice(at, at + AT_ONCE).join(' union all '))))
  }
  return found
}

/** The parts of one of them: name, value, and whether it was given out. */
export function valueOf(line: string): readonly [string, string, boolean] {
  const [isCalled = 'f', last = '1', ...name] = line.split(' ').toReversed()
  return [name.toReversed().join(' '), last, isCalled === 't']
}

/** Sets the sequences of the target to where they stood. */
export async function moveSequences(
  values: readonly string[],
  target: pg.ClientBase,
): Promise<void> {
  await runAll(
    target,
    values.map((line) => {
      const [name, last, isCalled] = valueOf(line)
      return `select pg_catalog.setval('${name.replaceAll("'", "''")}', ${last}, ${isCalled})`
    }),
  )
}

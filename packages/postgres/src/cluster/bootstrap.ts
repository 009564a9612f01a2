import { readdir, readFile } from 'node:fs/promises'

/** What a new cluster holds: a project's roles and schemas, or nothing but the superuser. */
export type BootstrapKind = 'project' | 'none'

/** The SQL files that turn an empty cluster into a project's, in their order. */
export async function bootstrapSql(kind: BootstrapKind): Promise<string[]> {
  if (kind === 'none') return []
  const folder = new URL('../bootstrap/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
}

/** The part of it that makes what only a superuser can own, for a cluster that gets the rest from elsewhere. */
export const superuserSql = (): Promise<string> =>
  readFile(new URL('../bootstrap/70-rest.sql', import.meta.url), 'utf8')

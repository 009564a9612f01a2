import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'

type Migrations = {
  readonly folder: string
  /** What the tables are called that remember how far it is; two sets may share a database. */
  readonly name: string
}

/** Those of the control database. */
const CONTROL_MIGRATIONS: Migrations = {
  folder: join(import.meta.dirname, 'migrations'),
  name: 'plinth_migrations',
}

async function readMigrations(folder: string) {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const entries = files.map(async (name) => {
    const text = await readFile(join(folder, name), 'utf8')
    const up = async (db: Kysely<unknown>) => {
      await sql.raw(text).execute(db)
    }
    return [name.replace('.sql', ''), { up }] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** Brings a database of ours up to date: forward only, and safe when two servers start at once (the migrator takes a lock). */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  { folder, name }: Migrations = CONTROL_MIGRATIONS,
) {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => readMigrations(folder) },
    migrationTableName: name,
    migrationLockTableName: `${name}_lock`,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw new Error('The database could not be migrated', { cause: error })
}

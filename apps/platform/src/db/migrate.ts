import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database } from './schema.ts'

const folder = join(import.meta.dirname, 'migrations')

async function readMigrations() {
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

/** Brings the control database up to date: forward only, and safe when two servers start at once (the migrator takes a lock). */
export async function migrate(db: Kysely<Database>) {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: readMigrations },
    migrationTableName: 'plinth_migrations',
    migrationLockTableName: 'plinth_migrations_lock',
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw new Error('The control database could not be migrated', { cause: error })
}

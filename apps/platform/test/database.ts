import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { ControlCluster } from './global-setup.ts'

async function asAdmin(cluster: ControlCluster, statement: string) {
  const { template, ...connection } = cluster
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A migrated control database of this test file's own; `drop` ends whoever is still in it. */
export async function makeDatabase() {
  const { template, ...connection } = inject('controlCluster')
  const cluster = { template, ...connection }
  const database = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(cluster, `create database ${database} template ${template}`)
  return {
    connection: { ...connection, database } satisfies pg.PoolConfig,
    drop: () => asAdmin(cluster, `drop database ${database} with (force)`),
  }
}
export type TestDatabase = Awaited<ReturnType<typeof makeDatabase>>

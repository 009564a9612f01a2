import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testServer } from '../packages/postgres/test/database.ts'
import { describeSchema } from './schema.ts'

const FOLDER = 'apps/platform/src/db/migrations'

// A migration cannot change the control database without the change being seen in review.
test('docs/schema.sql is what the migrations make', async () => {
  await using server = await testServer()
  await using client = await server.connect('postgres', await server.createDatabase())
  for (const name of readdirSync(FOLDER).toSorted()) {
    await client.query(readFileSync(`${FOLDER}/${name}`, 'utf8'))
  }
  await expect(await describeSchema(client)).toMatchFileSnapshot('../docs/schema.sql')
})

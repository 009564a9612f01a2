import { type Kysely, sql } from 'kysely'
import type { Database } from '#app/db/schema.ts'

type Sealed = { readonly name: string; readonly sealed: Buffer; readonly digest: string }

/** What a project's functions are given, sealed as it lies. */
export const functionSecretStore = (db: Kysely<Database>) => ({
  list: (projectId: string) =>
    db
      .selectFrom('function_secrets')
      .select(['name', 'digest', 'updated_at'])
      .where('project_id', '=', projectId)
      .orderBy('name')
      .execute(),

  sealed: (projectId: string, most: number) =>
    db
      .selectFrom('function_secrets')
      .select(['name', 'sealed'])
      .where('project_id', '=', projectId)
      .limit(most)
      .execute(),

  /** All of them or none; false where the project would have more than it may. */
  set: (projectId: string, secrets: readonly Sealed[], most: number) =>
    db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${projectId}, 8))`.execute(trx)
      const others = await trx
        .selectFrom('function_secrets')
        .select('name')
        .where('project_id', '=', projectId)
        .where(
          'name',
          'not in',
          secrets.map(({ name }) => name),
        )
        .execute()
      if (others.length + secrets.length > most) return false
      await trx
        .insertInto('function_secrets')
        .values(secrets.map((secret) => ({ project_id: projectId, ...secret })))
        .onConflict((conflict) =>
          conflict.columns(['project_id', 'name']).doUpdateSet({
            sealed: (eb) => eb.ref('excluded.sealed'),
            digest: (eb) => eb.ref('excluded.digest'),
            updated_at: sql`now()`,
          }),
        )
        .execute()
      return true
    }),

  delete: (projectId: string, names: readonly string[]) =>
    db
      .deleteFrom('function_secrets')
      .where('project_id', '=', projectId)
      .where('name', 'in', names)
      .execute(),
})

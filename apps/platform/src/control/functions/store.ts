import { type Kysely, sql } from 'kysely'
import type { Database } from '#app/db/schema.ts'

const COLUMNS = [
  'id',
  'slug',
  'name',
  'version',
  'verify_jwt',
  'entrypoint_path',
  'import_map',
  'created_at',
  'updated_at',
] as const

type Change = { readonly name?: string | undefined; readonly verify_jwt?: boolean | undefined }

/** What a deployment puts in the place of the one before. */
export type Deployment = {
  readonly slug: string
  /** Undefined: the name it has, or its slug. */
  readonly name: string | undefined
  readonly verify_jwt: boolean
  readonly entrypoint_path: string
  readonly import_map: boolean
  readonly files: readonly { readonly path: string; readonly content: Buffer }[]
}

export const functionStore = (db: Kysely<Database>) => ({
  list: (projectId: string) =>
    db
      .selectFrom('functions')
      .select(COLUMNS)
      .where('project_id', '=', projectId)
      .orderBy('slug')
      .execute(),

  bySlug: (projectId: string, slug: string) =>
    db
      .selectFrom('functions')
      .select(COLUMNS)
      .where('project_id', '=', projectId)
      .where('slug', '=', slug)
      .executeTakeFirst(),

  files: (functionId: string) =>
    db
      .selectFrom('function_files')
      .select(['path', 'content'])
      .where('function_id', '=', functionId)
      .orderBy('path')
      .execute(),

  /** All of it or nothing; undefined where the project has as many functions as it may. */
  deploy: (projectId: string, { files, name, ...row }: Deployment, most: number) =>
    db.transaction().execute(async (trx) => {
      // two deployments of a project at once would both find room for one more
      await sql`select pg_advisory_xact_lock(hashtextextended(${projectId}, 8))`.execute(trx)
      const others = await trx
        .selectFrom('functions')
        .select('id')
        .where('project_id', '=', projectId)
        .where('slug', '!=', row.slug)
        .execute()
      if (others.length >= most) return undefined
      const made = await trx
        .insertInto('functions')
        .values({ ...row, name: name ?? row.slug, project_id: projectId })
        .onConflict((conflict) =>
          conflict.columns(['project_id', 'slug']).doUpdateSet({
            ...(name !== undefined && { name }),
            verify_jwt: row.verify_jwt,
            entrypoint_path: row.entrypoint_path,
            import_map: row.import_map,
            version: sql`functions.version + 1`,
            updated_at: sql`now()`,
          }),
        )
        .returning(COLUMNS)
        .executeTakeFirstOrThrow()
      await trx.deleteFrom('function_files').where('function_id', '=', made.id).execute()
      await trx
        .insertInto('function_files')
        .values(files.map((file) => ({ function_id: made.id, ...file })))
        .execute()
      return made
    }),

  update: (projectId: string, slug: string, { name, verify_jwt: verifyJwt }: Change) =>
    db
      .updateTable('functions')
      .set({
        ...(name !== undefined && { name }),
        ...(verifyJwt !== undefined && { verify_jwt: verifyJwt }),
        updated_at: sql`now()`,
      })
      .where('project_id', '=', projectId)
      .where('slug', '=', slug)
      .returning(COLUMNS)
      .executeTakeFirst(),

  async delete(projectId: string, slug: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('functions')
      .where('project_id', '=', projectId)
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  },
})

export type FunctionRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof functionStore>['bySlug']>>
>

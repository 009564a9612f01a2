import { type Kysely, type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import type { ProjectSort, ProjectStatus } from '@plinth/contract'
import type { OrganizationRow, ProjectRow } from '#app/base/context.ts'
import type { Database } from '#app/db/schema.ts'

const withOrganization = (db: Kysely<Database>) =>
  db
    .selectFrom('projects as p')
    .innerJoin('organizations as o', 'o.id', 'p.organization_id')
    .selectAll('p')
    .select('o.slug as organization_slug')

const SORTS = {
  name_asc: ['p.name', 'asc'],
  name_desc: ['p.name', 'desc'],
  created_asc: ['p.created_at', 'asc'],
  created_desc: ['p.created_at', 'desc'],
} as const satisfies Record<ProjectSort, readonly [string, 'asc' | 'desc']>

type ListOptions = {
  readonly organizationId: string
  /** Null: all of the organization; else only these are visible to the caller. */
  readonly visibleRefs: readonly string[] | null
  readonly search: string | undefined
  readonly statuses: readonly ProjectStatus[] | undefined
  readonly sort: ProjectSort
  readonly limit: number
  readonly offset: number
}

export type NewProject = Omit<
  Selectable<Database['projects']>,
  | 'id'
  | 'created_at'
  | 'updated_at'
  | 'deleted_at'
  | 'db_version'
  | 'parent_project_ref'
  | 'rest_settings'
  | 'database_settings'
  | 'jwt_issued_at'
>

export type ProjectStore = ReturnType<typeof projectStore>

export const projectStore = (db: Kysely<Database>) => ({
  /** No membership is asked here: this is what authorization itself decides from. */
  byRef: (ref: string): Promise<ProjectRow | undefined> =>
    withOrganization(db).where('p.ref', '=', ref).executeTakeFirst(),

  byId: (id: string): Promise<ProjectRow | undefined> =>
    withOrganization(db).where('p.id', '=', id).executeTakeFirst(),

  async planOf(organizationId: string): Promise<string> {
    const { plan } = await db
      .selectFrom('organizations')
      .select('plan')
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow()
    return plan
  },

  organizationBySlug: (slug: string): Promise<OrganizationRow | undefined> =>
    db
      .selectFrom('organizations')
      .select(['id', 'slug', 'name'])
      .where('slug', '=', slug)
      .executeTakeFirst(),

  /** A page and the whole count, in one pass. */
  async list(options: ListOptions): Promise<{ rows: ProjectRow[]; count: number }> {
    let query = withOrganization(db)
      .select(sql<string>`count(*) over ()`.as('total'))
      .where('p.organization_id', '=', options.organizationId)
      .where('p.deleted_at', 'is', null)
    if (options.visibleRefs) query = query.where('p.ref', 'in', [...options.visibleRefs, ''])
    if (options.statuses?.length) query = query.where('p.status', 'in', [...options.statuses])
    if (options.search) {
      const pattern = `%${options.search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      query = query.where(sql<SqlBool>`(p.name ilike ${pattern} or p.ref like ${pattern})`)
    }
    const [column, direction] = SORTS[options.sort]
    const rows = await query
      .orderBy(column, direction)
      .orderBy('p.id')
      .limit(options.limit)
      .offset(options.offset)
      .execute()
    return { rows, count: Number(rows[0]?.total ?? 0) }
  },

  /** Deleted ones that can still be brought back, newest first. */
  deletedIn: (
    organizationId: string,
    { after, limit }: { after: Date; limit: number },
  ): Promise<ProjectRow[]> =>
    withOrganization(db)
      .where('p.organization_id', '=', organizationId)
      .where('p.status', '=', 'REMOVED')
      .where('p.deleted_at', '>', after)
      .orderBy('p.deleted_at', 'desc')
      .limit(limit)
      .execute(),

  /** Projects of these organizations, for the short list of the management API. */
  inOrganizations: (slugs: readonly string[], limit: number): Promise<ProjectRow[]> =>
    withOrganization(db)
      .where('o.slug', 'in', [...slugs, ''])
      .where('p.deleted_at', 'is', null)
      .orderBy('p.created_at')
      .limit(limit)
      .execute(),

  onHost: (host: string): Promise<ProjectRow[]> =>
    withOrganization(db).where('p.host', '=', host).execute(),

  async ports(): Promise<readonly number[]> {
    const rows = await db.selectFrom('projects').select('port').execute()
    return rows.map(({ port }) => port)
  },

  /** A project listens elsewhere now, which its people have to be told: their strings lead nowhere. */
  async movePort(
    { id, ref, organization_id, port: from }: ProjectRow,
    port: number,
  ): Promise<void> {
    await db
      .updateTable('projects')
      .set({ port, updated_at: new Date() })
      .where('id', '=', id)
      .execute()
    await db
      .insertInto('audit_log')
      .values({
        action: 'projects.portTaken',
        organization_id,
        project_ref: ref,
        actor_id: null,
        actor_email: null,
        via: 'platform',
        target: JSON.stringify({
          ref,
          from,
          to: port,
          reason: 'Another program keeps the old port',
        }),
        outcome: 'succeeded',
        error_code: null,
        ip_address: null,
        request_id: 'platform',
      })
      .execute()
  },

  async nextNumber(): Promise<number> {
    const { rows } = await sql<{ n: string }>`select nextval('project_number') as n`.execute(db)
    return Number(rows[0]?.n)
  },

  async insert(trx: Transaction<Database>, project: NewProject): Promise<string> {
    const { id } = await trx
      .insertInto('projects')
      .values(project)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  /**
   * What a copy keeps of the project it was made of: who may connect and what its data API shows, as the
   * data has to be as safe there, and a disk that it fits on.
   */
  async copySettings(
    trx: Transaction<Database>,
    { from, to }: { from: string; to: string },
  ): Promise<void> {
    await sql`
      update projects p set
        database_settings = source.database_settings,
        rest_settings = source.rest_settings
      from projects source
      where p.id = ${to} and source.ref = ${from}`.execute(trx)
    await sql`
      insert into project_disks (
        project_id, type, size_gb, iops, throughput_mbps,
        growth_percent, min_increment_gb, max_size_gb
      )
      select ${to}, d.type, d.size_gb, d.iops, d.throughput_mbps,
        d.growth_percent, d.min_increment_gb, d.max_size_gb
      from project_disks d
      join projects source on source.id = d.project_id
      where source.ref = ${from}`.execute(trx)
  },

  async rename(id: string, name: string): Promise<void> {
    await db
      .updateTable('projects')
      .set({ name, updated_at: new Date() })
      .where('id', '=', id)
      .execute()
  },

  /** False when somebody else moved the project first. */
  async moveStatus(
    trx: Kysely<Database>,
    id: string,
    { from, to }: { from: ProjectStatus; to: ProjectStatus },
  ): Promise<boolean> {
    const { numUpdatedRows } = await trx
      .updateTable('projects')
      .set({
        status: to,
        updated_at: new Date(),
        // who brings it back is led to it at once, before the first step is begun
        ...(from === 'REMOVED' && to !== 'REMOVED' && { deleted_at: null }),
      })
      .where('id', '=', id)
      .where('status', '=', from)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  async patch(
    id: string,
    patch: {
      port?: number
      db_version?: string
      instance_size?: string
      postgres_engine?: string
      deleted_at?: Date | null
      secrets?: Buffer
      jwt_issued_at?: Date
    },
  ): Promise<void> {
    await db
      .updateTable('projects')
      .set({ ...patch, updated_at: new Date() })
      .where('id', '=', id)
      .execute()
  },

  async remove(id: string): Promise<void> {
    await db.deleteFrom('projects').where('id', '=', id).execute()
  },
})

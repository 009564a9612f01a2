import { MetricName } from '@plinth/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#app/db/schema.ts'
import type { Standing } from './judge.ts'
import type { Usage } from './usage.ts'

export type SampleRow = Usage & { readonly project_id: string; readonly taken_at: Date }
export type Means = { readonly cpu: number | null; ram: number | null; diskIo: number | null }

// fixed names of our own, so they may stand in a statement's text
const NAMES = MetricName.options
const columns = sql.raw(NAMES.join(', '))
const typedColumns = sql.raw(NAMES.map((name) => `${name} double precision`).join(', '))
const averages = sql.raw(NAMES.map((name) => `avg(${name}) as ${name}`).join(', '))
const overwritten = sql.raw(NAMES.map((name) => `${name} = excluded.${name}`).join(', '))

const SOURCES = { samples: sql.raw('resource_samples'), minutes: sql.raw('resource_minutes') }

type Range = { readonly start: Date; readonly end: Date }
type BinOptions = Range & { readonly source: keyof typeof SOURCES; readonly binMs: number }
type MeanOptions = {
  readonly since: Date
  readonly beginnings: readonly { readonly id: string; readonly since: Date }[]
  readonly minSamples: number
}
export type Bin = Usage & { readonly period_start: Date }

export const resourceStore = (db: Kysely<Database>) => ({
  /** What should be running on this machine, with what is needed to judge it. */
  targets: (host: string) =>
    db
      .selectFrom('projects as p')
      .innerJoin('organizations as o', 'o.id', 'p.organization_id')
      .leftJoin('project_disks as d', 'd.project_id', 'p.id')
      .leftJoin('resource_warnings as w', 'w.project_id', 'p.id')
      .select(['p.id', 'p.ref', 'p.organization_id', 'p.instance_size', 'o.plan'])
      .select('o.slug as organization_slug')
      .select(['d.type', 'd.size_gb', 'd.iops', 'd.throughput_mbps', 'd.last_modified_at'])
      .select(['d.growth_percent', 'd.min_increment_gb', 'd.max_size_gb'])
      .select(['w.is_read_only', 'w.cpu_exhaustion', 'w.memory_and_swap_exhaustion'])
      .select(['w.disk_io_exhaustion', 'w.disk_space_exhaustion'])
      .where('p.host', '=', host)
      .where('p.status', 'in', ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'])
      .where('p.deleted_at', 'is', null)
      .execute(),

  /** All of a moment at once; those of a project that went meanwhile are dropped. */
  async addSamples(rows: readonly SampleRow[]): Promise<void> {
    if (rows.length === 0) return
    await sql`
      insert into resource_samples (project_id, taken_at, ${columns})
      select s.*
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as s(project_id uuid, taken_at timestamptz, ${typedColumns})
      where exists (select from projects p where p.id = s.project_id)
      on conflict do nothing`.execute(db)
  },

  async wasMeasured(projectId: string, since: Date): Promise<boolean> {
    const found = await db
      .selectFrom('resource_samples')
      .select('taken_at')
      .where('project_id', '=', projectId)
      .where('taken_at', '>', since)
      .limit(1)
      .executeTakeFirst()
    return found !== undefined
  },

  /** Means since then, or since the project's own beginning, where it was looked at often enough to say. */
  async means({ since, beginnings, minSamples }: MeanOptions): Promise<ReadonlyMap<string, Means>> {
    const { rows } = await sql<Means & { project_id: string }>`
      select s.project_id, avg(cpu_usage) as cpu, avg(ram_usage) as ram, avg(disk_io) as "diskIo"
      from resource_samples s
      left join jsonb_to_recordset(${JSON.stringify(beginnings)}::jsonb)
        as b(id uuid, since timestamptz) on b.id = s.project_id
      where s.taken_at > ${since} and (b.since is null or s.taken_at >= b.since)
      group by s.project_id
      having count(cpu_usage) >= ${minSamples}`.execute(db)
    return new Map(rows.map(({ project_id, ...means }) => [project_id, means]))
  },

  /** Sums samples up by the minute; repeating it changes nothing. */
  async rollMinutes(projectIds: readonly string[], { start, end }: Range): Promise<void> {
    await sql`
      insert into resource_minutes (project_id, taken_at, ${columns})
      select project_id, date_trunc('minute', taken_at), ${averages}
      from resource_samples
      where project_id = any(${projectIds}) and taken_at >= ${start} and taken_at < ${end}
      group by 1, 2
      on conflict (project_id, taken_at) do update set ${overwritten}`.execute(db)
  },

  async prune({ samplesBefore, minutesBefore }: { samplesBefore: Date; minutesBefore: Date }) {
    await db.deleteFrom('resource_samples').where('taken_at', '<', samplesBefore).execute()
    await db.deleteFrom('resource_minutes').where('taken_at', '<', minutesBefore).execute()
  },

  /** Means by interval, the first one starting at `start`; intervals without a sample are left out. */
  async bins(projectId: string, { source, start, end, binMs }: BinOptions): Promise<Bin[]> {
    const width = sql`${binMs} * interval '1 millisecond'`
    const { rows } = await sql<Bin>`
      select date_bin(${width}, taken_at, ${start}::timestamptz) as period_start, ${averages}
      from ${SOURCES[source]}
      where project_id = ${projectId} and taken_at >= ${start} and taken_at < ${end}
      group by 1
      order by 1`.execute(db)
    return rows
  },

  async saveStanding(projectId: string, { isReadOnly, ...levels }: Standing, now: Date) {
    const row = { ...levels, is_read_only: isReadOnly, updated_at: now }
    await db
      .insertInto('resource_warnings')
      .values({ ...row, project_id: projectId })
      .onConflict((oc) => oc.column('project_id').doUpdateSet(row))
      .execute()
  },

  /** Of running projects only: what is paused runs short of nothing. */
  warned: (organizationSlugs: readonly string[]) =>
    db
      .selectFrom('resource_warnings as w')
      .innerJoin('projects as p', 'p.id', 'w.project_id')
      .innerJoin('organizations as o', 'o.id', 'p.organization_id')
      .select(['p.ref', 'p.parent_project_ref', 'o.slug as organization_slug'])
      .select(['w.is_read_only', 'w.cpu_exhaustion', 'w.memory_and_swap_exhaustion'])
      .select(['w.disk_io_exhaustion', 'w.disk_space_exhaustion'])
      .where('o.slug', 'in', [...organizationSlugs, ''])
      .where('p.deleted_at', 'is', null)
      .where('p.status', 'in', ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'])
      .where((eb) =>
        eb.or([
          eb('w.is_read_only', '=', true),
          eb('w.cpu_exhaustion', 'is not', null),
          eb('w.memory_and_swap_exhaustion', 'is not', null),
          eb('w.disk_io_exhaustion', 'is not', null),
          eb('w.disk_space_exhaustion', 'is not', null),
        ]),
      )
      .orderBy('p.ref')
      .execute(),

  /** A paused project has the size at once; false where it is paused no longer. */
  async setSizeWhilePaused(projectId: string, size: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('projects')
      .set({ instance_size: size, updated_at: new Date() })
      .where('id', '=', projectId)
      .where('status', '=', 'INACTIVE')
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },
})

export type Target = Awaited<ReturnType<ReturnType<typeof resourceStore>['targets']>>[number]

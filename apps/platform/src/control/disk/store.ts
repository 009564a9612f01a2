import { DISK_COOLDOWN_S, type DiskConfig, type DiskShape } from '@plinth/contract'
import { type Kysely, sql, type SqlBool } from 'kysely'
import { recordPlatformAct } from '#app/db/platform-acts.ts'
import type { Database } from '#app/db/schema.ts'

const COLUMNS = [
  'd.type',
  'd.size_gb',
  'd.iops',
  'd.throughput_mbps',
  'd.last_modified_at',
  'd.growth_percent',
  'd.min_increment_gb',
  'd.max_size_gb',
] as const

const NO_SHAPE = { type: null, size_gb: null, iops: null, throughput_mbps: null }
const NO_GROWTH = { growth_percent: null, min_increment_gb: null, max_size_gb: null }

type Change = { readonly shape: DiskShape; readonly now: Date }
type Growth = Change & { readonly fromGb: number; readonly organizationId: string; ref: string }

export const diskStore = (db: Kysely<Database>) => ({
  /** Its columns are null where nobody chose. */
  view: (projectId: string) =>
    db
      .selectFrom('projects as p')
      .innerJoin('organizations as o', 'o.id', 'p.organization_id')
      .leftJoin('project_disks as d', 'd.project_id', 'p.id')
      .select(COLUMNS)
      .select('o.plan')
      .where('p.id', '=', projectId)
      .executeTakeFirst(),

  /** False where it was changed a moment ago, by somebody else or by growing. */
  change: (projectId: string, change: Change): Promise<boolean> => setShape(db, projectId, change),

  /** The platform's own act, on record like everybody's. */
  grow: (projectId: string, { fromGb, organizationId, ref, ...change }: Growth): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      if (!(await setShape(trx, projectId, change))) return false
      await recordPlatformAct(trx, {
        organizationId,
        projectRef: ref,
        action: 'disk.grow',
        target: { from_gb: fromGb, to_gb: change.shape.size_gb },
      })
      return true
    }),

  async configure(projectId: string, config: DiskConfig): Promise<void> {
    await db
      .insertInto('project_disks')
      .values({
        ...NO_SHAPE,
        ...config,
        project_id: projectId,
      })
      .onConflict((oc) => oc.column('project_id').doUpdateSet(config))
      .execute()
  },
})

async function setShape(
  db: Kysely<Database>,
  projectId: string,
  { shape: { type, size_gb, iops, throughput_mbps: mbps }, now }: Change,
): Promise<boolean> {
  const throughput_mbps = mbps ?? null
  const columns = { type, size_gb, iops, throughput_mbps, last_modified_at: now }
  const rested = new Date(now.getTime() - DISK_COOLDOWN_S * 1000)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('project_disks')
    .values({
      ...NO_GROWTH,
      ...columns,
      project_id: projectId,
    })
    .onConflict((oc) =>
      oc
        .column('project_id')
        .doUpdateSet(columns)
        .where(
          sql<SqlBool>`coalesce(project_disks.last_modified_at <= ${rested}, true)
            and coalesce(project_disks.size_gb <= ${size_gb}, true)`,
        ),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export type DiskRow = NonNullable<Awaited<ReturnType<ReturnType<typeof diskStore>['view']>>>

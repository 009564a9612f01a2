import { LOG_RETENTION_DAYS, PlanId } from '@plinth/contract'
import type { Kysely } from 'kysely'
import type { ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { projectStore } from '#app/db/project-store.ts'
import type { Database } from '#app/db/schema.ts'
import type { Kept } from '#app/logs/logs.ts'

/** How far back a project's logs may be read, by its organization's plan. */
export async function keepDaysOf({ db }: Pick<Deps, 'db'>, project: ProjectRow): Promise<number> {
  return LOG_RETENTION_DAYS[PlanId.parse(await projectStore(db).planOf(project.organization_id))]
}

/** Every project by how long its logs are kept; a deleted one's stay with it until it is purged. */
export async function keptLogs(db: Kysely<Database>): Promise<readonly Kept[]> {
  const rows = await db
    .selectFrom('projects as p')
    .innerJoin('organizations as o', 'o.id', 'p.organization_id')
    .select(['p.ref', 'o.plan'])
    .execute()
  return PlanId.options
    .map((plan) => ({
      days: LOG_RETENTION_DAYS[plan],
      refs: rows.filter((row) => row.plan === plan).map(({ ref }) => ref),
    }))
    .filter(({ refs }) => refs.length > 0)
}

import { FREE_PROJECT_LIMIT } from '@plinth/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#app/db/schema.ts'

type Owner = { readonly email: string; readonly name: string; readonly active: number }

/** Owners of this organization who have as many active projects on the free plan as one may have. */
export async function ownersAtLimit(
  db: Kysely<Database>,
  organizationId: string,
): Promise<readonly Owner[]> {
  const { rows } = await sql<{ email: string; name: string; active: string }>`
    select u.email, u.name, count(p.id) as active
    from memberships here
    join users u on u.id = here.user_id
    join memberships everywhere on everywhere.user_id = u.id and everywhere.role = 'owner'
    join organizations o on o.id = everywhere.organization_id and o.plan = 'free'
    join projects p on p.organization_id = o.id
      and p.deleted_at is null
      and p.status not in ('INACTIVE', 'REMOVED', 'INIT_FAILED')
    where here.organization_id = ${organizationId} and here.role = 'owner'
    group by u.id
    having count(p.id) >= ${FREE_PROJECT_LIMIT}
    order by u.email
    limit 100`.execute(db)
  return rows.map(({ active, ...owner }) => ({ ...owner, active: Number(active) }))
}

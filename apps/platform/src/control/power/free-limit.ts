import { FREE_PROJECT_LIMIT } from '@plinth/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import { AppError } from '#app/base/app-error.ts'
import type { ProjectRow } from '#app/base/context.ts'
import { projectStore } from '#app/db/project-store.ts'
import type { Database } from '#app/db/schema.ts'

type Owner = { readonly email: string; readonly name: string; readonly active: number }

/** Owners of this organization who have as many active projects on the free plan as one may have, but for one of them. */
export async function ownersAtLimit(
  db: Kysely<Database>,
  organizationId: string,
  exceptProjectId: string | null = null,
): Promise<readonly Owner[]> {
  const { rows } = await sql<{ email: string; name: string; active: string }>`
    select u.email, u.name, count(p.id) as active
    from memberships here
    join users u on u.id = here.user_id
    join memberships everywhere on everywhere.user_id = u.id and everywhere.role = 'owner'
    join organizations o on o.id = everywhere.organization_id and o.plan = 'free'
    join projects p on p.organization_id = o.id
      and p.deleted_at is null
      and p.id is distinct from ${exceptProjectId}::uuid
      and p.status not in ('INACTIVE', 'REMOVED', 'INIT_FAILED')
    where here.organization_id = ${organizationId} and here.role = 'owner'
    group by u.id
    having count(p.id) >= ${FREE_PROJECT_LIMIT}
    order by u.email
    limit 100`.execute(db)
  return rows.map(({ active, ...owner }) => ({ ...owner, active: Number(active) }))
}

/**
 * Room for one more active project with each owner. Owners are held until the transaction ends: of two
 * projects that are restored at once the second counts the first.
 * @throws FREE_PROJECT_LIMIT
 */
export async function assertFreeRoom(
  trx: Transaction<Database>,
  { id, organization_id }: Pick<ProjectRow, 'id' | 'organization_id'>,
): Promise<void> {
  if ((await projectStore(trx).planOf(organization_id)) !== 'free') return
  await sql`
    select u.id
    from users u
    join memberships m on m.user_id = u.id
    where m.organization_id = ${organization_id} and m.role = 'owner'
    order by u.id
    for no key update of u`.execute(trx)
  // itself is no other, wherever a restore that failed has left it
  const atLimit = await ownersAtLimit(trx, organization_id, id)
  if (atLimit.length > 0) throw new AppError('FREE_PROJECT_LIMIT')
}

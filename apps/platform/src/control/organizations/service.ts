import { PlanId } from '@plinth/contract'
import type { Kysely } from 'kysely'
import type { Database } from '#app/db/schema.ts'
import { organizationStore } from './store.ts'

/** The plan an organization is on; what that allows stands in the contract. */
export const planOf = async (db: Kysely<Database>, organizationId: string): Promise<PlanId> =>
  PlanId.parse(await organizationStore(db).plan(organizationId))

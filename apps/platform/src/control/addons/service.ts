import { PITR_VARIANTS } from '@plinth/contract'
import type { Kysely } from 'kysely'
import type { Database } from '#app/db/schema.ts'
import { addonStore } from './store.ts'

const DAYS: Readonly<Record<string, { readonly days: number }>> = PITR_VARIANTS

/** How far back a project can be restored to the second; undefined without the add-on. */
export async function pitrDays(
  db: Kysely<Database>,
  projectId: string,
): Promise<number | undefined> {
  const selected = await addonStore(db).selected(projectId)
  return DAYS[selected.find(({ type }) => type === 'pitr')?.variant ?? '']?.days
}

export const hasPitr = async (db: Kysely<Database>, projectId: string): Promise<boolean> =>
  (await pitrDays(db, projectId)) !== undefined

export const hasAddons = async (db: Kysely<Database>, projectId: string): Promise<boolean> =>
  (await addonStore(db).selected(projectId)).length > 0

/** Whether a project may answer under a domain of its own. */
export async function hasCustomDomain(db: Kysely<Database>, projectId: string): Promise<boolean> {
  const selected = await addonStore(db).selected(projectId)
  return selected.some(({ type }) => type === 'custom_domain')
}

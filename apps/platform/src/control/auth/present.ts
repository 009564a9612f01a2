import { Grant, Permission, type Session } from '@plinth/contract'
import { z } from 'zod'
import type { Actor } from '#app/base/context.ts'
import type { PersonRow } from './store.ts'

const Grants = z.array(Grant)

export const grantsFrom = (rows: unknown): readonly Grant[] => Grants.parse(rows)

/** A scope stored by another version that means nothing here gives no right. */
export const scopesFrom = (stored: readonly string[]): readonly Permission[] =>
  stored.flatMap((name) => Permission.safeParse(name).data ?? [])

export const presentPerson = ({ id, name, email, grants }: PersonRow): Session => ({
  user: { id, name, email },
  grants: Grants.parse(grants),
  scopes: null,
})

export const presentActor = ({ id, name, email, grants, scopes }: Actor): Session => ({
  user: { id, name, email },
  grants: [...grants],
  scopes: scopes ? [...scopes] : null,
})

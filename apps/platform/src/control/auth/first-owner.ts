import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Deps } from '#app/base/deps.ts'
import { sha256 } from '#app/base/random.ts'
import type { Database } from '#app/db/schema.ts'
import { isWellFormed, keptOf } from '#app/control/access-tokens/token.ts'
import { makeLinkToken } from './link-token.ts'
import { ownerStore } from './owner-store.ts'

const LINK_VALID_MS = 24 * 60 * 60_000

type Options = Pick<Deps, 'db' | 'log' | 'clock' | 'publicUrl'>

/** Whether nobody has claimed this installation yet. */
export async function needsOwner(db: Kysely<Database>): Promise<boolean> {
  const store = ownerStore(db)
  return !(await store.hasUsers()) || (await store.unclaimedUser()) !== undefined
}

/**
 * At every start: seeds the owner's access token where there is nobody yet, and gives out a fresh
 * link to claim the owner account with until somebody has.
 */
export async function ensureFirstOwner(
  { db, log, clock, publicUrl }: Options,
  { accessToken }: { accessToken?: string | undefined },
): Promise<{ welcomeUrl?: string }> {
  if (accessToken !== undefined) assertToken(accessToken)
  return db.transaction().execute(async (trx) => {
    const store = ownerStore(trx)
    await store.takeTurn()
    if (accessToken !== undefined) await seedToken(trx, { accessToken, log })
    if (!(await needsOwner(trx))) return {}
    const link = makeLinkToken()
    await store.replaceLink(sha256(link), new Date(clock().getTime() + LINK_VALID_MS))
    return { welcomeUrl: `${publicUrl}/welcome?token=${link}` }
  })
}

function assertToken(accessToken: string) {
  if (isWellFormed(accessToken)) return
  throw new Error(
    'PLINTH_ACCESS_TOKEN is not an access token. One looks like plinth_pat_ followed by 40 ' +
      'letters and digits and 6 more that are their checksum. To make one, run: npm run -s token',
  )
}

async function seedToken(
  trx: Kysely<Database>,
  { accessToken, log }: { accessToken: string; log: Deps['log'] },
) {
  const store = ownerStore(trx)
  const kept = keptOf(accessToken)
  if (await store.hasToken(kept.token_hash)) return
  if (await store.hasUsers()) {
    // whoever can set the environment of a start must not become the owner of what others use
    log.warn('PLINTH_ACCESS_TOKEN was ignored: it counts at the first start only')
    return
  }
  const id = randomUUID()
  await store.insertUser({ id, name: 'Owner', email: 'owner@plinth.local' })
  await store.insertToken({ user_id: id, name: 'PLINTH_ACCESS_TOKEN', ...kept })
}

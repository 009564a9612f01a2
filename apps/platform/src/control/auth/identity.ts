import { hash } from 'node:crypto'
import type { Actor, HeaderReader } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { sha256 } from '#app/base/random.ts'
import { isWellFormed } from '#app/control/access-tokens/token.ts'
import { cookieNameFor, cookieOf, sessionTokenOf } from './cookie.ts'
import { grantsFrom, scopesFrom } from './present.ts'
import { recent } from './recent.ts'
import { authStore } from './store.ts'

const KNOWN_FOR_MS = 5_000
const MAX_KNOWN = 10_000
const MARK_USED_EVERY_MS = 60_000
const BEARER = /^bearer +/i

type Credential = { readonly kind: 'session' | 'token'; readonly text: string }
type Found = { readonly actor: Actor; readonly expiresAt: Date | null }
type Known = { readonly actor: Actor; readonly untilMs: number }

export type Identity = {
  readonly resolve: (headers: HeaderReader) => Promise<Actor | undefined>
  /** What was known of a person is looked up afresh, on every server. Call it once the change is committed. */
  readonly forget: (userId: string) => void
  readonly close: () => void
}

type Options = Pick<Deps, 'db' | 'log' | 'secrets' | 'bus' | 'clock' | 'publicUrl'>

/** Who is behind a request: by session cookie or by access token. */
export function createIdentity({ db, log, secrets, bus, clock, publicUrl }: Options): Identity {
  const store = authStore(db)
  const known = recent<Known>(MAX_KNOWN)
  const cookieName = cookieNameFor(publicUrl)
  const secret = secrets.derive('sessions')
  let timesForgotten = 0

  function drop(userId: string) {
    timesForgotten++
    known.drop(({ actor }) => actor.id === userId)
  }
  const unsubscribe = bus.subscribe(({ topic, userId }) => {
    if (topic === 'identity' && typeof userId === 'string') drop(userId)
  })

  function credentialOf(headers: HeaderReader): Credential | undefined {
    const authorization = headers.get('authorization')
    // another scheme is a proxy's business; a token that is no good does not fall back to a cookie
    if (authorization && BEARER.test(authorization)) {
      return { kind: 'token', text: authorization.replace(BEARER, '').trimEnd() }
    }
    const cookie = cookieOf(headers, cookieName)
    return cookie ? { kind: 'session', text: cookie } : undefined
  }

  async function bySession(cookie: string, now: Date): Promise<Found | undefined> {
    const token = sessionTokenOf(cookie, secret)
    const row = token && (await store.bySessionToken(token, now))
    if (!row) return undefined
    const { id, name, email, credential_id, expires_at } = row
    const via = { kind: 'session', id: credential_id } as const
    const grants = grantsFrom(row.grants)
    return { actor: { id, name, email, grants, scopes: undefined, via }, expiresAt: expires_at }
  }

  async function byToken(token: string, now: Date): Promise<Found | undefined> {
    const row = isWellFormed(token) && (await store.byAccessToken(sha256(token), now))
    if (!row) return undefined
    const { id, name, email, credential_id, expires_at } = row
    if (now.getTime() - (row.last_used_at?.getTime() ?? 0) >= MARK_USED_EVERY_MS) {
      // nobody waits for this, and a call does not fail because of it
      store
        .markTokenUsed(credential_id, now)
        .catch((error: unknown) => log.warn({ err: error }, 'last use of a token was not kept'))
    }
    const via = { kind: 'token', id: credential_id } as const
    const scopes = row.scopes ? scopesFrom(row.scopes) : undefined
    const grants = grantsFrom(row.grants)
    return { actor: { id, name, email, grants, scopes, via }, expiresAt: expires_at }
  }

  return {
    async resolve(headers) {
      const credential = credentialOf(headers)
      if (!credential) return undefined
      const key = hash('sha256', `${credential.kind} ${credential.text}`, 'base64')
      const now = clock()
      const nowMs = now.getTime()
      const entry = known.get(key)
      if (entry && entry.untilMs > nowMs) return entry.actor

      const timesBefore = timesForgotten
      const find = credential.kind === 'token' ? byToken : bySession
      const found = await find(credential.text, now)
      if (!found) return undefined
      // what was read while somebody was being forgotten may be what should be forgotten
      if (timesBefore === timesForgotten) {
        const endsMs = found.expiresAt?.getTime() ?? Infinity
        known.set(key, { actor: found.actor, untilMs: Math.min(nowMs + KNOWN_FOR_MS, endsMs) })
      }
      return found.actor
    },
    forget(userId) {
      drop(userId)
      bus
        .publish({ topic: 'identity', userId })
        // the others find out by themselves once what they know is too old
        .catch((error: unknown) => log.warn({ err: error }, 'other servers were not told'))
    },
    close: unsubscribe,
  }
}

import type { IncomingHttpHeaders } from 'node:http'
import { API_KEY_PATTERN, API_KEY_START, signaturePrefix } from '@plinth/contract'
import { sha256 } from '#app/base/random.ts'
import type { KeyRole, Target } from './directory.ts'
import { resignJwt, verifyJwt } from '#app/base/jwt.ts'
import type { Refusal } from './refusal.ts'

const MAX_REMEMBERED = 5_000

/** Who a request is from, and as whom it goes on. */
export type Identity = {
  /** What the database will run it as. */
  readonly role: string
  /** The project's key it came with, for the log; null where it came with a person's token alone. */
  readonly key: {
    readonly id: string | null
    readonly role: KeyRole
    readonly prefix: string
  } | null
  /** What the data API is sent; nothing for who is nobody in particular, which saves it a check. */
  readonly authorization: string | undefined
  readonly expiresAtMs: number
}

/** The sender by a key in `apikey`, a key or token as bearer, or both: then the bearer says the role. */
export function identify(
  target: Target,
  headers: IncomingHttpHeaders,
  nowMs: number,
): Identity | Refusal {
  const { apikey, bearer } = sentBy(headers)
  const sent = `${apikey ?? ''}\n${bearer ?? ''}`
  const remembered = target.identities.get(sent)
  if (remembered && remembered.expiresAtMs > nowMs) return remembered
  const judged = judge(target, { apikey, bearer }, nowMs)
  if ('code' in judged) return judged
  if (target.identities.size >= MAX_REMEMBERED) target.identities.clear()
  target.identities.set(sent, judged)
  return judged
}

const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

// the random part of a key of the new kind, all but the four characters that a list of keys shows
const HIDDEN_LENGTH = 36
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]{20,}$/

/** What tells a refused key from others in the log; nothing of a text that is no key at all. */
export function refusedPrefix(headers: IncomingHttpHeaders): string | null {
  const { apikey, bearer } = sentBy(headers)
  const text = apikey ?? bearer ?? ''
  if (API_KEY_PATTERN.test(text)) return text.slice(0, -HIDDEN_LENGTH)
  return TOKEN.test(text) ? signaturePrefix(text) : null
}

const sentBy = (headers: IncomingHttpHeaders): Sent => ({
  apikey: single(headers['apikey']),
  bearer: /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1],
})

type Sent = { readonly apikey: string | undefined; readonly bearer: string | undefined }

function judge(target: Target, { apikey, bearer }: Sent, nowMs: number): Identity | Refusal {
  const key = apikey === undefined ? undefined : credential(target, apikey, nowMs)
  if (key && 'code' in key) return { code: 'INVALID_API_KEY' }
  if (bearer === undefined || bearer === apikey) return key ?? { code: 'NO_API_KEY' }
  const sender = credential(target, bearer, nowMs)
  if ('code' in sender || !key) return sender
  return { ...sender, key: key.key, expiresAtMs: Math.min(sender.expiresAtMs, key.expiresAtMs) }
}

/** One text that may be a key of the new kind, one of the old, or a person's token. */
function credential(target: Target, text: string, nowMs: number): Identity | Refusal {
  if (text.startsWith(API_KEY_START)) {
    const known = target.keys.get(sha256(text).toString('hex'))
    if (!known || known.expiresAtMs <= nowMs) return { code: 'INVALID_API_KEY' }
    const { id, role, prefix, expiresAtMs } = known
    return { role, key: { id, role, prefix }, authorization: target.sent[role], expiresAtMs }
  }
  const verified = verifyJwt(text, target.jwtSecret, nowMs)
  if (verified.is !== 'valid') {
    return { code: verified.is === 'expired' ? 'PGRST301' : 'INVALID_JWT' }
  }
  const { role = 'anon', iss, exp } = verified.claims
  // a key of ours says no more than its role; a token made by somebody else may
  const isNobody = role === 'anon' && iss === 'plinth'
  const isKey = role === 'anon' || role === 'service_role'
  return {
    role,
    key: isKey ? { id: null, role, prefix: signaturePrefix(text) } : null,
    authorization: isNobody ? target.sent.anon : `Bearer ${resignJwt(text, target.gatewayKey)}`,
    expiresAtMs: exp === undefined ? Infinity : exp * 1000,
  }
}

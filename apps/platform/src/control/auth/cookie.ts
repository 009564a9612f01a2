import type { HeaderReader } from '#app/base/context.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'

/** A browser keeps the first name for this exact host, over TLS, whatever a neighbouring host sets. */
export const cookieNameFor = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? '__Host-plinth_session' : 'plinth_session'

/** The raw value of a cookie; the first one counts where a name comes twice. */
export function cookieOf(headers: HeaderReader, name: string): string | undefined {
  const start = `${name}=`
  for (const part of headers.get('cookie')?.split(';') ?? []) {
    const cookie = part.trimStart()
    if (cookie.startsWith(start)) return cookie.slice(start.length).trimEnd()
  }
  return undefined
}

/** The session's token out of a cookie the sign-in library signed, or undefined where the signature is not ours. */
export function sessionTokenOf(cookie: string, secret: string): string | undefined {
  const text = decoded(cookie)
  const dot = text.lastIndexOf('.')
  if (dot < 1) return undefined
  const token = text.slice(0, dot)
  const given = Buffer.from(text.slice(dot + 1), 'base64')
  const ours = createHmac('sha256', secret).update(token).digest()
  return given.length === ours.length && timingSafeEqual(given, ours) ? token : undefined
}

function decoded(cookie: string): string {
  try {
    return decodeURIComponent(cookie)
  } catch {
    return '' // not percent-encoded as the library does it, so not from us
  }
}

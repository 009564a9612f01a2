import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

const HEADER = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')
// clocks of servers that sign tokens differ by a little
const SKEW_SECONDS = 30

const Header = z.object({ alg: z.literal('HS256') })
const Claims = z.looseObject({
  role: z.string().optional(),
  iss: z.string().optional(),
  exp: z.number().optional(),
})
export type Claims = z.infer<typeof Claims>

const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest()

/** A token over these claims, HS256. */
export function signJwt(claims: Readonly<Record<string, unknown>>, secret: string): string {
  const body = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  return `${body}.${hmac(body, secret).toString('base64url')}`
}

/** The same claims to the letter, signed with another secret. */
export function resignJwt(token: string, secret: string): string {
  const body = `${HEADER}.${token.split('.')[1] ?? ''}`
  return `${body}.${hmac(body, secret).toString('base64url')}`
}

export type Verified =
  | { readonly is: 'valid'; readonly claims: Claims }
  | { readonly is: 'expired' | 'invalid' }

/** Whether this secret signed it and it still counts. The signature is judged first: nothing else is read of a forged one. */
export function verifyJwt(token: string, secret: string, nowMs: number): Verified {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || !signature) return { is: 'invalid' }
  const expected = hmac(`${header}.${payload}`, secret)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    return { is: 'invalid' }
  }
  const claims = read(Claims, payload)
  if (!read(Header, header) || !claims) return { is: 'invalid' }
  if (claims.exp !== undefined && claims.exp + SKEW_SECONDS < nowMs / 1000) return { is: 'expired' }
  return { is: 'valid', claims }
}

function read<Shape>(shape: z.ZodType<Shape>, part: string): Shape | undefined {
  try {
    return shape.safeParse(JSON.parse(Buffer.from(part, 'base64url').toString())).data
  } catch {
    return undefined // not JSON, so not a token
  }
}

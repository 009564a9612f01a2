import { crc32 } from 'node:zlib'
import { ACCESS_TOKEN_PATTERN } from '@plinth/contract'
import { randomPassword, sha256 } from '#app/base/random.ts'

const START = 'plinth_pat_'
const SECRET_LENGTH = 40
const CHECKSUM_LENGTH = 6
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
// enough to tell one's own tokens apart, far too little to guess the rest from
const SHOWN_LENGTH = START.length + 4

/** CRC-32 in base 62; six digits hold every value it can take. */
function checksumOf(secret: string): string {
  let rest = crc32(secret)
  let text = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    text = DIGITS.charAt(rest % DIGITS.length) + text
    rest = Math.floor(rest / DIGITS.length)
  }
  return text
}

/** A new access token: 238 random bits and a checksum over them. */
export function makeToken(): string {
  const secret = randomPassword(SECRET_LENGTH)
  return `${START}${secret}${checksumOf(secret)}`
}

/** Whether it could be one of ours; what fails this is refused without a look-up. */
export function isWellFormed(token: string): boolean {
  if (!ACCESS_TOKEN_PATTERN.test(token)) return false
  const secret = token.slice(START.length, START.length + SECRET_LENGTH)
  return token.endsWith(checksumOf(secret))
}

/** What is kept of a token: nothing to sign in with. */
export const keptOf = (token: string) => ({
  prefix: token.slice(0, SHOWN_LENGTH),
  token_hash: sha256(token),
})

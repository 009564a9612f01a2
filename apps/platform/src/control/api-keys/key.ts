import { randomPassword, sha256 } from '#app/base/random.ts'

export type KeyType = 'publishable' | 'secret'

const SECRET_LENGTH = 40
// enough to tell one's own keys apart, far too little to guess the rest from
const SHOWN_LENGTH = 4

/** A new key: 238 random bits after a start that says what it may do. */
export const makeKey = (type: KeyType): string => `plinth_${type}_${randomPassword(SECRET_LENGTH)}`

/** What is kept of a key. A secret one cannot be read back. */
export const keptOf = (type: KeyType, key: string) => ({
  prefix: key.slice(0, key.length - SECRET_LENGTH + SHOWN_LENGTH),
  key_hash: sha256(key),
  api_key: type === 'publishable' ? key : null,
})

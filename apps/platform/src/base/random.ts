import { createHash, randomInt } from 'node:crypto'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const ALPHANUMERIC = `0123456789${LETTERS.toUpperCase()}${LETTERS}`

const pick = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** A project's reference: 20 letters, 94 bits. */
export const randomRef = () => pick(LETTERS, 20)

/** Letters and digits only, so it can stand in a connection URI as it is: 190 bits at 32. */
export const randomPassword = (length = 32) => pick(ALPHANUMERIC, length)

export const sha256 = (text: string) => createHash('sha256').update(text).digest()

export type PasswordScore = 0 | 1 | 2 | 3 | 4

// only what a connection URI carries as it is: no sign here needs escaping
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_'
const LENGTH = 24

type FillRandom = (bytes: Uint8Array<ArrayBuffer>) => unknown

/**
 * A password nobody has to invent. Bytes above the last whole multiple of the alphabet's length are
 * thrown away, or its first letters would come up more often.
 */
export function generatePassword(
  fillRandom: FillRandom = (bytes) => crypto.getRandomValues(bytes),
): string {
  const limit = 256 - (256 % ALPHABET.length)
  let password = ''
  while (password.length < LENGTH) {
    const bytes = new Uint8Array(LENGTH * 2)
    fillRandom(bytes)
    for (const byte of bytes)
      if (byte < limit && password.length < LENGTH) password += ALPHABET[byte % ALPHABET.length]
  }
  return password
}

// what everybody tries first; a password that is little more than one of these is none
const COMMON =
  /password|passwort|qwert|azert|letmein|welcome|admin|iloveyou|postgres|plinth|dragon|monkey|secret|abc123|changeme/g

const CLASSES = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[^a-zA-Z0-9]/, 33],
] as const

/** Drops what a guesser gets for free: common words, repetitions, and runs as 'abcd' or '4321'. */
function effective(password: string): string {
  const uncommon = password.toLowerCase().replaceAll(COMMON, '#')
  return [...uncommon]
    .filter((char, index, all) => {
      const step = char.charCodeAt(0) - (all[index - 1]?.charCodeAt(0) ?? NaN)
      const before = (all[index - 1]?.charCodeAt(0) ?? NaN) - (all[index - 2]?.charCodeAt(0) ?? NaN)
      return !(step === before && Math.abs(step) <= 1)
    })
    .join('')
}

/** Bits a guesser who knows how people choose passwords must still go through, roughly. */
const bitsOf = (password: string): number => {
  const pool = CLASSES.reduce((sum, [sign, size]) => (sign.test(password) ? sum + size : sum), 0)
  const distinct = new Set(password).size
  const length = Math.min(effective(password).length, distinct * 2)
  return length * Math.log2(Math.max(pool, 2))
}

const WORDS = {
  0: 'Too easy to guess. Use a longer one, or words that do not belong together.',
  1: 'Weak. Make it longer.',
  2: 'Fair. A few more characters would make it strong.',
  3: 'Strong.',
  4: 'Very strong.',
} as const satisfies Record<PasswordScore, string>

/** How hard a password is to guess, in a number and in words. */
export function passwordStrength(password: string): { score: PasswordScore; words: string } {
  const bits = bitsOf(password)
  const score = bits < 35 ? 0 : bits < 50 ? 1 : bits < 65 ? 2 : bits < 90 ? 3 : 4
  return { score, words: WORDS[score] }
}

type Pair = { readonly name: string; readonly value: string }

const LINE = /^(?:export\s+)?([^=\s]+)\s*=(.*)$/

/**
 * Secrets as they stand in a file of environment variables: a line each, comments left out, quotes
 * around a value taken off.
 * @returns the pairs, or a sentence on the line that is none
 */
export function secretsFrom(text: string): readonly Pair[] | string {
  const pairs: Pair[] = []
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    const [, name, value] = LINE.exec(line) ?? []
    if (name === undefined || value === undefined)
      return `Line ${index + 1} is no secret: write NAME=value`
    pairs.push({ name, value: unquoted(value.trim()) })
  }
  return pairs.length > 0 ? pairs : 'Write at least one secret: NAME=value'
}

function unquoted(value: string): string {
  const [, quote, inner] = /^(["'])(.*)\1$/s.exec(value) ?? []
  if (inner === undefined) return value
  // only between double quotes are ends of lines written out
  return quote === '"' ? inner.replaceAll(String.raw`\n`, '\n') : inner
}

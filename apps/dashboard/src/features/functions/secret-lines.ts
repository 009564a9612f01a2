type Pair = { readonly name: string; readonly value: string }

const BEGINNING = /^(?:export\s+)?([^=\s]+)\s*=(.*)$/
/** A value between quotes, and nothing after it but a comment. */
const QUOTED = /^"((?:\\.|[^"\\])*)"\s*(?:#.*)?$|^'([^']*)'\s*(?:#.*)?$/s
/** Quotes within quotes: JSON, as people write it there. */
const AROUND = /^(["'])(.*)\1$/

/**
 * Secrets as they stand in a file of environment variables: a line each, or several between quotes;
 * comments left out, quotes around a value taken off.
 * @returns the pairs, or a sentence on the line that is none
 */
export function secretsFrom(text: string): readonly Pair[] | string {
  const lines = text.split(/\r?\n/)
  const pairs: Pair[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? '').trim()
    if (line === '' || line.startsWith('#')) continue
    const [, name, rest] = BEGINNING.exec(line) ?? []
    if (name === undefined || rest === undefined)
      return `Line ${at + 1} is no secret: write NAME=value`
    if (pairs.some((pair) => pair.name === name))
      return `Line ${at + 1} sets ${name} a second time: leave one of the two out`
    const end = lastLineOf(lines, at, rest.trim())
    const value = [rest.trimStart(), ...lines.slice(at + 1, end + 1)].join('\n').trim()
    pairs.push({ name, value: unquoted(value) })
    at = end
  }
  return pairs.length > 0 ? pairs : 'Write at least one secret: NAME=value'
}

/** Where a value ends that begins on line `at`: further down only where a quote is closed there. */
function lastLineOf(lines: readonly string[], at: number, begun: string): number {
  if (!/^["']/.test(begun) || QUOTED.test(begun) || AROUND.test(begun)) return at
  let value = begun
  for (let end = at + 1; end < lines.length; end++) {
    value += `\n${lines[end]}`
    if (QUOTED.test(value.trimEnd())) return end
  }
  return at
}

function unquoted(value: string): string {
  const quoted = QUOTED.exec(value)
  const [, around, within] = AROUND.exec(value) ?? []
  // only between double quotes are ends of lines written out
  const double = quoted?.[1] ?? (around === '"' ? within : undefined)
  if (double !== undefined) return double.replaceAll(String.raw`\n`, '\n')
  return quoted?.[2] ?? within ?? value.replace(/\s+#.*$/, '')
}

// Strings, then everything that is structure, then numbers and words.
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs

/** Whether a text is a JSON object or array: what is worth laying out. */
export function isJsonDocument(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Lays out a JSON document with two spaces.
 *
 * It moves tokens instead of parsing values, because a number beyond 2^53 or the spelling `1.10` would
 * not survive JavaScript's numbers. The text must be valid.
 */
export function prettyJson(text: string): string {
  let depth = 0
  let out = ''
  let last = ''
  const line = () => `\n${'  '.repeat(depth)}`
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '}' || token === ']') {
      depth -= 1
      // {} and [] stay on one line
      out += last === '{' || last === '[' ? token : line() + token
    } else {
      if (last === '{' || last === '[' || last === ',') out += line()
      out += token === ':' ? ': ' : token
      if (token === '{' || token === '[') depth += 1
    }
    last = token
  }
  return out
}

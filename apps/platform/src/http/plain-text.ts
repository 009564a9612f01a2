const MAX_PATH = 100

const isPlain = (text: string) => !text.includes('\0') && text.isWellFormed()

/**
 * The path of a text that PostgreSQL cannot hold, or undefined: U+0000 and half a surrogate pair are
 * valid in JSON and nowhere else, so they are refused before anything looks them up or records them.
 */
export function pathOfBadText(input: unknown): string | undefined {
  // a stack of its own: what is sent may be nested deeper than calls can be
  const rest: { readonly value: unknown; readonly path: string }[] = [{ value: input, path: '' }]
  for (let item = rest.pop(); item; item = rest.pop()) {
    const { value, path } = item
    if (typeof value === 'string' && !isPlain(value)) return path
    if (typeof value !== 'object' || value === null) continue
    for (const [key, child] of Object.entries(value)) {
      if (!isPlain(key)) return path
      const below = path ? `${path}.${key}` : key
      rest.push({ value: child, path: path.length < MAX_PATH ? below : path })
    }
  }
  return undefined
}

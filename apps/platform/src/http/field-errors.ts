type Issue = {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

const keyOf = (part: PropertyKey | { readonly key: PropertyKey }) =>
  String(typeof part === 'object' ? part.key : part)

/** What is wrong with each field, and one sentence for those who show only that. */
export function fieldErrors(issues: readonly Issue[]) {
  const fields: Record<string, string[]> = {}
  for (const { message, path } of issues) {
    const name = (path ?? []).map(keyOf).join('.')
    ;(fields[name] ??= []).push(message)
  }
  const [first] = Object.entries(fields)
  const message = first
    ? first[0]
      ? `${first[0]}: ${first[1][0]}`
      : `${first[1][0]}`
    : 'Bad input'
  return { fields, message }
}

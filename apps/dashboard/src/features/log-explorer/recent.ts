import { stored } from '#app/lib/stored.ts'

const MAX_KEPT = 15
const MAX_LENGTH = 20_000

const isText = (value: string): value is string => value !== ''
const storeOf = (ref: string) => stored(`log-queries:${ref}`, isText)

/** With one more in front: each text once, and no more than fit. */
export function withRecent(before: readonly string[], sql: string): readonly string[] {
  const text = sql.trim()
  if (text === '' || text.length > MAX_LENGTH) return before
  return [text, ...before.filter((each) => each !== text)].slice(0, MAX_KEPT)
}

/** What was run lately in this browser, newest first. */
export function recentQueries(ref: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storeOf(ref).read() ?? '[]')
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []
  } catch {
    return [] // somebody else wrote it
  }
}

export const keepRecent = (ref: string, sql: string): void =>
  storeOf(ref).write(JSON.stringify(withRecent(recentQueries(ref), sql)))

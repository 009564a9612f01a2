import type { LogDialectError } from '@plinth/contract'

/** Parts of the field reference that an address can open. */
export type HelpTopic = 'fields' | LogDialectError
export const HELP_TOPICS: readonly HelpTopic[] = ['fields', 'with-and-subqueries', 'ilike']

/** Which part a link of the platform's means. */
export function topicOf(docsUrl: string | null): HelpTopic {
  const asked = docsUrl && new URL(docsUrl, 'http://here').searchParams.get('help')
  return HELP_TOPICS.find((topic) => topic === asked) ?? 'fields'
}

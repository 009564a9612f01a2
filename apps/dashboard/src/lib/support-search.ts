import { textParam } from './search-params.ts'

/** What a request for help is about, in the order it is offered. */
export const SUPPORT_CATEGORIES = {
  problem: 'Something does not work',
  unresponsive: 'The database does not answer',
  operation: 'An operation failed, or takes too long',
  backups: 'Backups and restores',
  access: 'Signing in and permissions',
  question: 'A question',
  other: 'Something else',
} as const

export type SupportCategory = keyof typeof SUPPORT_CATEGORIES

/** What a link to the page of support fills in; all of it can be changed there. */
export type SupportSearch = {
  readonly ref?: string
  readonly category?: SupportCategory
  readonly subject?: string
  readonly message?: string
  /** The operation that it is about, where that is not the project's last one. */
  readonly operation?: string
}

const MAX_SUBJECT = 200
const MAX_MESSAGE = 5000

const isCategory = (value: string): value is SupportCategory => value in SUPPORT_CATEGORIES

/** Parameters of an address that anybody may have written; what is of no use is left out. */
export function parseSupportSearch(raw: Record<string, unknown>): SupportSearch {
  // links of other clients say projectRef
  const ref = textParam(raw['ref']) ?? textParam(raw['projectRef'])
  const named = textParam(raw['category'])?.toLowerCase()
  const category = named && (isCategory(named) ? named : 'other')
  const subject = textParam(raw['subject'])?.slice(0, MAX_SUBJECT)
  const message = textParam(raw['message'])?.slice(0, MAX_MESSAGE)
  const operation = textParam(raw['operation'])
  return {
    ...(ref && { ref }),
    ...(category && { category }),
    ...(subject && { subject }),
    ...(message && { message }),
    ...(operation && { operation }),
  }
}

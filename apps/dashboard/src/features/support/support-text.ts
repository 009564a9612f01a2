import { SUPPORT_CATEGORIES, type SupportCategory } from '#app/lib/support-search.ts'

export type Request = {
  readonly category: SupportCategory
  readonly subject: string
  readonly message: string
}

/** The versions of what is between the person and the database. */
export type Surroundings = {
  readonly plinth: string
  readonly address: string
  readonly browser: string
  /** ISO 8601. */
  readonly at: string
}

/** The whole text: what the person says, and below it what they would be asked for. */
export const supportText = (
  { category, subject, message }: Request,
  project: readonly string[],
  { plinth, address, browser, at }: Surroundings,
): string =>
  [
    `Subject: ${subject.trim() || 'none'}`,
    `About: ${SUPPORT_CATEGORIES[category]}`,
    '',
    message.trim() || '(no message)',
    '',
    '----',
    ...project,
    ...(project.length > 0 ? [''] : []),
    `Plinth: ${plinth} at ${address}`,
    `Browser: ${browser}`,
    `Time: ${at}`,
    '',
  ].join('\n')

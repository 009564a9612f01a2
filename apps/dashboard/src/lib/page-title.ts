export const BRAND = 'Plinth'

export type PageTitleParts = {
  /** The thing on screen: a query's or a table's name. */
  readonly entity?: string | undefined
  /** The page: 'General'. */
  readonly page?: string | undefined
  /** The area the page belongs to: 'Settings'. */
  readonly product?: string | undefined
  readonly project?: string | undefined
  readonly organization?: string | undefined
}

/** The most particular comes first: a row of browser tabs shows little more than that. */
export const pageTitle = (parts: PageTitleParts): string =>
  [parts.entity, parts.page, parts.product, parts.project, parts.organization, BRAND]
    .filter((part, index, all) => part && part !== all[index - 1])
    .join(' | ')

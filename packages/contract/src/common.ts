import { z } from 'zod'

/** A project's immutable reference: 20 lower-case letters, part of host names and role names. */
export const ProjectRef = z.string().regex(/^[a-z]{20}$/, 'Not a project reference')
export const OrganizationSlug = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'Not an organization slug')

export const Timestamp = z.iso.datetime({ offset: true })

export const EmailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'An e-mail address has at most 254 characters')
  .pipe(z.email('Enter a valid e-mail address'))

export const Password = z
  .string()
  .min(10, 'Use at least 10 characters')
  .max(256, 'Use at most 256 characters')

// what turns the direction of a text around or takes no room: seen by nobody, so typed again by nobody
const SEEN = /^[^\p{Cc}\u200B\u2028-\u202E\u2060\u2066-\u2069\uFEFF]*$/u

/** Given by a person and typed again by one, to confirm: as it looks is as it is. */
export const DisplayName = z
  .string()
  // a page shows several spaces as one
  .overwrite((text) => text.trim().replaceAll(/\p{Zs}+/gu, ' '))
  .min(1, 'Enter a name')
  .max(64, 'A name has at most 64 characters')
  .regex(SEEN, 'A name has no tabs or other control characters')

/** Page of a list: `limit` rows from `offset`. */
export const Paging = {
  limit: z.coerce.number().int().min(1).max(100).default(96),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
}
export const Pagination = z.object({ count: z.int(), limit: z.int(), offset: z.int() })

export const ByRef = z.strictObject({ ref: ProjectRef })
export const BySlug = z.strictObject({ slug: OrganizationSlug })
/** No body at all is fine, too. */
export const Nothing = z.strictObject({}).default({})
/** A call that answers with no more than having been done. */
export const Done = z.object({ ok: z.literal(true) })

const MAX_LENGTH = 2_000
const SECRET = /(^|&)((?:apikey|api_key|token|access_token|password|secret)=)[^&]*/gi

/** A path as the log keeps it: cut where it is long, without what should not have stood in it. */
export function loggedPath(path: string): { path: string; search: string } {
  const at = path.indexOf('?')
  if (at < 0) return { path: path.slice(0, MAX_LENGTH), search: '' }
  const search = path.slice(at + 1, at + 1 + MAX_LENGTH).replaceAll(SECRET, '$1$2[secret]')
  return { path: path.slice(0, Math.min(at, MAX_LENGTH)), search }
}

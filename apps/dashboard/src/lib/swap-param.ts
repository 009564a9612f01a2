/**
 * The page to land on when a picker chooses another project (or organization): the page one is on,
 * with the parameter left for the caller to fill in anew. A route with further ids is cut back to
 * its section, since another project has no snippet or function of that id.
 *
 * @param template the route's path, as '/project/$ref/sql/$id'.
 */
export function pageForOther(template: string, param: '$ref' | '$slug'): string | undefined {
  const parts = template.split('/').filter(Boolean)
  const own = parts.indexOf(param)
  if (own === -1) return undefined
  const foreign = parts.findIndex((part, index) => index > own && part.startsWith('$'))
  return `/${(foreign === -1 ? parts : parts.slice(0, foreign)).join('/')}`
}

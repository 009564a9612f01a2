import type { HeaderReader } from '#app/base/context.ts'
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Cross-site request forgery: what a browser sends to change something must come from our own pages.
 * Browsers say so by Sec-Fetch-Site; older ones by Origin. Callers with neither are no browsers. A
 * cookie is not asked for: a form of another site that signs a person in as somebody else has none.
 */
export function isForged(
  { method, headers }: { readonly method: string; readonly headers: HeaderReader },
  ownOrigin: string,
): boolean {
  if (SAFE.has(method)) return false
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  return origin !== null && origin !== ownOrigin
}

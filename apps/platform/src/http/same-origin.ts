const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Cross-site request forgery: a call that changes something and carries a cookie must come from our
 * own pages. Browsers say so by Sec-Fetch-Site; older ones by Origin. Callers with neither are not
 * browsers, and a cookie is all that a forged request could use.
 */
export function isForged(
  { method, headers }: { readonly method: string; readonly headers: Headers },
  ownOrigin: string,
): boolean {
  if (SAFE.has(method) || !headers.has('cookie')) return false
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  return origin !== null && origin !== ownOrigin
}

/** Where to go after signing in: a path of this very site, never an address somebody else put into the link. */
export const safeNext = (next: unknown): string | undefined => {
  if (typeof next !== 'string' || !next.startsWith('/')) return undefined
  // '//evil.example' and '/\evil.example' are other hosts to a browser, and control characters are dropped by it
  const url = URL.parse(next, 'http://here.invalid')
  return url?.host === 'here.invalid' ? url.pathname + url.search + url.hash : undefined
}

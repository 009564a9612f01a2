const DASHBOARD_CSP = (nonce: string, gatewayUrl: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // positions and sizes that scripts set on elements; no stylesheet comes in this way
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    // pages ask a project's own API whether it answers, and try its calls
    `connect-src 'self' ${gatewayUrl && new URL(gatewayUrl).origin}`.trimEnd(),
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const API_CSP = "default-src 'none'; frame-ancestors 'none'"

/** The headers of every answer; a page gets the policy the dashboard runs under, anything else the empty one. */
export function securityHeaders({
  nonce,
  isTls,
  gatewayUrl = '',
}: {
  nonce?: string
  isTls: boolean
  /** Where projects' own APIs are reached. */
  gatewayUrl?: string
}): Record<string, string> {
  return {
    'content-security-policy': nonce ? DASHBOARD_CSP(nonce, gatewayUrl) : API_CSP,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(isTls && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

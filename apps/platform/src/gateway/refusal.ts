import { GATEWAY_ERRORS, type GatewayErrorCode, type ProjectStatus } from '@plinth/contract'

/** An answer that the gateway gives itself. */
export type Refusal = { readonly code: GatewayErrorCode; readonly retryAfterSeconds?: number }

const SOON = 2

// why a project that stands there does not answer; undefined: it does
const BY_STATUS = {
  ACTIVE_HEALTHY: undefined,
  ACTIVE_UNHEALTHY: undefined,
  COMING_UP: { code: 'PROJECT_STARTING', retryAfterSeconds: SOON },
  RESTARTING: { code: 'PROJECT_STARTING', retryAfterSeconds: SOON },
  RESIZING: { code: 'PROJECT_STARTING', retryAfterSeconds: SOON },
  UPGRADING: { code: 'PROJECT_STARTING', retryAfterSeconds: SOON },
  RESTORING: { code: 'PROJECT_STARTING', retryAfterSeconds: SOON },
  UNKNOWN: { code: 'PROJECT_STARTING', retryAfterSeconds: SOON },
  INACTIVE: { code: 'PROJECT_PAUSED' },
  PAUSING: { code: 'PROJECT_PAUSED' },
  GOING_DOWN: { code: 'PROJECT_NOT_FOUND' },
  REMOVED: { code: 'PROJECT_NOT_FOUND' },
  INIT_FAILED: { code: 'PROJECT_FAILED' },
  PAUSE_FAILED: { code: 'PROJECT_FAILED' },
  RESTORE_FAILED: { code: 'PROJECT_FAILED' },
} as const satisfies Record<ProjectStatus, Refusal | undefined>

export const refusalFor = (status: ProjectStatus): Refusal | undefined => BY_STATUS[status]

export const OFFLINE: Refusal = { code: 'DATA_API_OFFLINE', retryAfterSeconds: SOON }

export const GRAPHQL_OFFLINE: Refusal = { code: 'GRAPHQL_OFFLINE', retryAfterSeconds: SOON }

/** Status, headers and body of a refusal, in the shape client libraries of the data API read. */
export function answerFor({ code, retryAfterSeconds }: Refusal) {
  const { status, message, hint } = GATEWAY_ERRORS[code]
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' }
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds)
  return { status, headers, body: JSON.stringify({ code, message, details: null, hint }) }
}

import { z } from 'zod'

/**
 * What the gateway answers instead of a project. Code and shape are those that client libraries of
 * the data API know: `code`, `message`, `details`, `hint`.
 */
export const GATEWAY_ERRORS = {
  NO_API_KEY: {
    status: 401,
    message: 'No API key found in the request',
    hint: 'Send a key of this project in the header apikey, or as Authorization: Bearer',
  },
  INVALID_API_KEY: {
    status: 401,
    message: 'Invalid API key',
    hint: 'Keys belong to one project. This one may have been revoked, have expired, or be of another project',
  },
  INVALID_JWT: {
    status: 401,
    message: 'This token was not signed for this project',
    hint: 'After the JWT secret was changed, tokens signed with the one before are refused',
  },
  // the data API's own code for it, by which client libraries know to refresh the session
  PGRST301: { status: 401, message: 'JWT expired', hint: null },
  NOT_FOUND: {
    status: 404,
    message: 'There is nothing at this address',
    hint: 'A project has /projects/{ref}/rest/v1 and /projects/{ref}/graphql/v1',
  },
  PROJECT_NOT_FOUND: {
    status: 404,
    message: 'There is no such project here',
    hint: 'Check the project reference in the URL',
  },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This method is not possible here', hint: null },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: 'Too many requests from this address',
    hint: 'Wait as long as the header retry-after says',
  },
  PROJECT_PAUSED: {
    status: 503,
    message: 'This project is paused',
    hint: 'Restore it in the dashboard, then the same URL and keys work again',
  },
  PROJECT_STARTING: {
    status: 503,
    message: 'This project is not ready yet',
    hint: 'Try again in a few seconds',
  },
  PROJECT_FAILED: {
    status: 503,
    message: 'This project did not come up',
    hint: 'The dashboard shows why, and lets its owner try again',
  },
  DATA_API_OFFLINE: {
    status: 503,
    message: 'The data API of this project is connecting to its database',
    hint: 'Try again in a few seconds',
  },
  GRAPHQL_OFFLINE: {
    status: 503,
    message: 'GraphQL of this project is not up',
    hint: 'Try again in a few seconds',
  },
  DATA_API_FAILED: {
    status: 502,
    message: 'The data API of this project broke off',
    hint: 'The request may or may not have been carried out',
  },
  DATA_API_TIMEOUT: {
    status: 504,
    message: 'The data API of this project gave no answer in time',
    hint: 'The request may or may not have been carried out',
  },
  UNAVAILABLE: {
    status: 503,
    message: 'The gateway cannot look up this project right now',
    hint: 'Try again in a few seconds',
  },
} as const satisfies Record<string, { status: number; message: string; hint: string | null }>

export type GatewayErrorCode = keyof typeof GATEWAY_ERRORS

export const GatewayError = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullable(),
  hint: z.string().nullable(),
})
export type GatewayError = z.infer<typeof GatewayError>

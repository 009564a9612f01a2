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
    hint: 'A project has /projects/{ref}/rest/v1, /graphql/v1 and /functions/v1/{name}',
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
  FUNCTION_NOT_FOUND: {
    status: 404,
    message: 'This project has no edge function of this name',
    hint: 'A function is called at /projects/{ref}/functions/v1/{name}',
  },
  FUNCTION_BUSY: {
    status: 429,
    message: 'This function is working on as many requests as it may at once',
    hint: 'Try again in a moment',
  },
  FUNCTION_NO_ROOM: {
    status: 503,
    message: 'As many functions are running as there is room for',
    hint: 'Try again in a moment',
  },
  FUNCTION_UNFIT: {
    status: 503,
    message: 'This function did not start',
    hint: 'Its log says why',
  },
  FUNCTION_CRASHING: {
    status: 503,
    message: 'This function ended several times in a row and is started again in a moment',
    hint: 'Its log says why it ended',
  },
  FUNCTION_OFFLINE: {
    status: 503,
    message: 'Edge functions cannot run on this installation right now',
    hint: 'The log of the platform says why',
  },
  FUNCTION_TIMEOUT: {
    status: 504,
    message: 'This function did not finish its answer within 150 seconds',
    hint: 'Answer first and go on with the work in pieces',
  },
  // the number that hosted runtimes of this kind answer, and their users look for
  FUNCTION_MEMORY_LIMIT: {
    status: 546,
    message: 'This function used more than 256 MB of memory and was ended',
    hint: 'Take large bodies as streams instead of holding them',
  },
  FUNCTION_BLOCKED: {
    status: 546,
    message: 'This function kept the processor busy for 5 seconds and was ended',
    hint: 'Look for a loop without end, or cut long work into pieces',
  },
  FUNCTION_ENDED: {
    status: 502,
    message: 'This function ended before it answered',
    hint: 'Its log says why. The request may or may not have been carried out',
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

import { z } from 'zod'

/** What is wrong with each field of a refused body, by field path; `''` holds what is wrong with the whole. */
export const FieldErrors = z.object({ fields: z.record(z.string(), z.array(z.string())) })
export type FieldErrors = z.infer<typeof FieldErrors>

/**
 * Every failure a call may answer with: code → HTTP status and the sentence shown when the
 * platform has nothing more exact to say. Adding a row is the only way to add a failure.
 */
export const ERRORS = {
  BAD_INPUT: { status: 422, message: 'Some of the values sent are not valid', data: FieldErrors },
  UNAUTHORIZED: { status: 401, message: 'Sign in to continue' },
  BAD_CREDENTIALS: { status: 401, message: 'The e-mail address or the password is wrong' },
  LINK_INVALID: { status: 410, message: 'This link was already used or has expired' },
  FORBIDDEN: {
    status: 403,
    message: 'You do not have the permission this needs',
    data: z.object({ permission: z.string() }),
  },
  CROSS_ORIGIN: { status: 403, message: 'This request came from another site and was refused' },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: 'Too many attempts. Wait a moment and try again',
    data: z.object({ retryAfterSeconds: z.number() }),
  },
  NOT_FOUND: { status: 404, message: 'There is nothing at this address' },
  ORGANIZATION_NOT_FOUND: { status: 404, message: 'Organization not found' },
  PROJECT_NOT_FOUND: { status: 404, message: 'Project not found' },
  OPERATION_NOT_FOUND: { status: 404, message: 'Operation not found' },
  MEMBER_NOT_FOUND: { status: 404, message: 'Member not found' },
  INVITATION_NOT_FOUND: { status: 404, message: 'Invitation not found' },
  TOKEN_NOT_FOUND: { status: 404, message: 'Access token not found' },
  SESSION_NOT_FOUND: { status: 404, message: 'Session not found' },
  SNIPPET_NOT_FOUND: { status: 404, message: 'Snippet not found' },
  ADDON_NOT_FOUND: { status: 404, message: 'The project does not have this add-on' },
  API_KEY_NOT_FOUND: { status: 404, message: 'API key not found' },
  SECRET_NOT_FOUND: { status: 404, message: 'Secret not found' },
  SECRET_NAME_TAKEN: { status: 409, message: 'The vault has a secret of this name already' },
  FUNCTION_NOT_FOUND: { status: 404, message: 'This project has no edge function of this name' },
  FUNCTION_LIMIT: { status: 409, message: 'A project has at most 100 functions. Delete one first' },
  FUNCTION_NOT_DEPLOYABLE: { status: 422, message: 'The function cannot run as it is' },
  FUNCTION_TOO_LARGE: {
    status: 413,
    message: 'The files of a function have at most 10 MB together',
  },
  FUNCTION_SECRET_LIMIT: { status: 409, message: 'A project has at most 100 function secrets' },
  FUNCTIONS_UNAVAILABLE: {
    status: 503,
    message: 'This installation cannot run edge functions: there is no Deno for its system',
  },
  CUSTOM_HOSTNAME_NOT_ALLOWED: {
    status: 403,
    message: 'A custom hostname is not allowed without the Custom domain add-on',
  },
  CUSTOM_HOSTNAME_NOT_FOUND: { status: 404, message: 'This project has no custom hostname' },
  API_KEY_NAME_TAKEN: { status: 409, message: 'This project has a key of this name already' },
  API_KEY_LIMIT: { status: 409, message: 'A project has at most 100 keys. Revoke one first' },
  LOGS_UNAVAILABLE: { status: 503, message: 'The store of logs does not answer right now' },
  LOGS_BUSY: {
    status: 429,
    message: 'Other queries of these logs are still running. Try again in a moment',
  },
  LOGS_TOO_SLOW: {
    status: 504,
    message: 'Reading these logs took too long. Choose a shorter time or fewer filters',
  },
  LAST_OWNER: { status: 409, message: 'An organization must keep at least one owner' },
  ALREADY_MEMBER: { status: 409, message: 'This person is already a member' },
  ORGANIZATION_NOT_EMPTY: {
    status: 409,
    message: 'Delete or transfer the projects of this organization first',
  },
  WRONG_PROJECT_STATUS: {
    status: 409,
    message: 'The project cannot do this in its present state',
    data: z.object({ status: z.string() }),
  },
  OPERATION_CONFLICT: { status: 409, message: 'Another operation is running on this project' },
  OPERATION_NOT_RETRYABLE: { status: 409, message: 'Only a failed operation can be retried' },
  OPERATION_NOT_CANCELLABLE: {
    status: 409,
    message: 'This operation has gone too far to be cancelled',
  },
  BACKUP_NOT_FOUND: { status: 404, message: 'Backup not found' },
  STORAGE_ARCHIVE_NOT_FOUND: {
    status: 404,
    message: 'Storage archive not found',
    data: z.object({ reason: z.string() }),
  },
  MOMENT_NOT_RECOVERABLE: {
    status: 422,
    message: 'The database cannot be restored to this moment',
    data: z.object({ earliest: z.string().nullable(), latest: z.string().nullable() }),
  },
  PITR_NOT_ENABLED: {
    status: 409,
    message: 'Restoring to a moment needs the point-in-time recovery add-on',
  },
  RESTORE_WINDOW_OVER: {
    status: 409,
    message: 'This project was paused too long ago to be restored. Its backups can be downloaded',
  },
  FREE_PROJECT_LIMIT: {
    status: 409,
    message: 'Members of this organization have reached the limit of active free projects',
  },
  SIZE_UNAVAILABLE: { status: 422, message: 'This compute size does not fit on this machine' },
  DISK_COOLDOWN: {
    status: 409,
    message: 'The disk was changed less than six hours ago',
    data: z.object({ modifiable_at: z.string() }),
  },
  ADDON_UNAVAILABLE: { status: 409, message: 'The project cannot have this add-on' },
  VERSION_UNAVAILABLE: { status: 422, message: 'This Postgres version is not installed here' },
  QUERY_TOO_LARGE: {
    status: 413,
    message:
      'The query is larger than 0.98 MiB. Run it through a direct connection to the database',
  },
  QUERY_FAILED: {
    status: 400,
    message: 'The query failed',
    data: z.object({
      code: z.string(),
      detail: z.string().optional(),
      hint: z.string().optional(),
      position: z.number().optional(),
    }),
  },
  DATA_API_REFUSED: {
    status: 409,
    message: 'The data API could not take these settings over, so nothing was changed',
  },
  DATA_API_UNREACHABLE: { status: 503, message: 'The data API of this project is not reachable' },
  PROJECT_UNREACHABLE: { status: 503, message: 'The database of this project is not reachable' },
  NOT_READY: { status: 503, message: 'The platform is still starting' },
  INTERNAL: {
    status: 500,
    message: 'Something went wrong on our side. Quote the request id when you report it',
  },
} as const satisfies Record<
  string,
  { status: number; message: string; data?: z.ZodType<Record<string, unknown>> }
>

export type ErrorCode = keyof typeof ERRORS

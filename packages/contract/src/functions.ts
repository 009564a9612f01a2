import { z } from 'zod'
import { ByRef, DisplayName, Done } from './common.ts'
import { endpoint } from './endpoint.ts'

export const FUNCTION_LIMITS = {
  /** Functions of a project. */
  functions: 100,
  /** Files of a function, and what they weigh together. */
  files: 100,
  bytes: 10 * 1024 * 1024,
  /** Secrets of a project, and how long the text of one may be. */
  secrets: 100,
  secretCharacters: 24_000,
  /** What a running function may hold; one that holds more is ended. */
  memoryMb: 256,
  /** How long a request may take. */
  requestMs: 150_000,
  /** Requests that a function works on at once. */
  concurrent: 64,
} as const

/** A function's name in its URL: `{gateway}/projects/{ref}/functions/v1/{slug}`. */
export const FunctionSlug = z
  .string()
  .regex(/^[A-Za-z]/, 'A function’s name in the URL begins with a letter')
  .regex(/^[\w-]*$/, 'Use letters, digits, hyphens and underscores')
  .max(48, 'Use at most 48 characters')

const isTidy = (path: string) =>
  path.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith(' '))

/** Where a file of a function lies, from the function's own folder on. */
export const FunctionPath = z
  .string()
  .min(1, 'A file needs a name')
  .max(200, 'The path of a file has at most 200 characters')
  .regex(
    /^[\w@+$()[\]., /-]*$/,
    'A path has letters, digits, slashes and - _ . , @ + $ ( ) [ ] only',
  )
  .refine(isTidy, 'A path leads down from the function’s folder, and no name begins with a dot')

/** How a function came to run as it does; `version` counts its deployments from 1. */
export const EdgeFunction = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  status: z.literal('ACTIVE'),
  version: z.int(),
  /** Whether a request needs a key or token of the project before the function sees it. */
  verify_jwt: z.boolean(),
  entrypoint_path: z.string(),
  /** Whether its imports are mapped, by a deno.json or import_map.json among its files. */
  import_map: z.boolean(),
  /** Where it is called. */
  url: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type EdgeFunction = z.infer<typeof EdgeFunction>

/** What is sent beside the files of a deployment. */
export const DeployMetadata = z.strictObject({
  entrypoint_path: FunctionPath.default('index.ts'),
  /** Left out: the name it has, or the one in its URL. */
  name: DisplayName.optional(),
  verify_jwt: z.boolean().default(true),
})
export type DeployMetadata = z.infer<typeof DeployMetadata>

function parsed(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'This is not JSON' })
    return z.NEVER
  }
}

const metadataText = z.string().max(4_000).transform(parsed).pipe(DeployMetadata)

/** One file of a function as it is read back; what is no text comes in base64. */
export const FunctionFile = z.object({
  name: z.string(),
  content: z.string(),
  encoding: z.enum(['utf8', 'base64']),
})
export type FunctionFile = z.infer<typeof FunctionFile>

// ours to give
const RESERVED = /^PLINTH_/i
// the runtime would follow them to places that a function may not reach
const OF_THE_RUNTIME = /^(DENO_.*|(HTTPS?|ALL|NO)_PROXY)$/i

/** A secret's name: what `Deno.env.get` is asked for. */
export const FunctionSecretName = z
  .string()
  .regex(
    /^[A-Za-z_]\w*$/,
    'A name has letters, digits and underscores and does not begin with a digit',
  )
  .max(128, 'A name has at most 128 characters')
  .refine(
    (name) => !RESERVED.test(name),
    'Names that begin with PLINTH_ are set by the platform. Choose another',
  )
  .refine(
    (name) => !OF_THE_RUNTIME.test(name),
    'Names that begin with DENO_, and those of proxies, would change how functions run. Choose another',
  )

export const FunctionSecret = z.object({
  name: z.string(),
  updated_at: z.string(),
  /** Changes when the text does, and says nothing about it. */
  digest: z.string(),
})
export type FunctionSecret = z.infer<typeof FunctionSecret>

const BySlug = ByRef.extend({ slug: FunctionSlug })
const missing = ['PROJECT_NOT_FOUND', 'FUNCTION_NOT_FOUND'] as const

export const functions = {
  /** Sorted by slug. */
  list: endpoint({
    needs: 'functions:read',
    route: {
      method: 'GET',
      path: '/v1/projects/{ref}/functions',
      summary: 'Edge functions of a project',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(z.array(EdgeFunction)),

  view: endpoint({
    needs: 'functions:read',
    route: {
      method: 'GET',
      path: '/v1/projects/{ref}/functions/{slug}',
      summary: 'One edge function',
    },
    errors: [...missing],
  })
    .input(BySlug)
    .output(EdgeFunction),

  /** Its files as they were deployed, the entry point first. */
  body: endpoint({
    needs: 'functions:read',
    route: {
      method: 'GET',
      path: '/v1/projects/{ref}/functions/{slug}/body',
      summary: 'The files of an edge function',
    },
    errors: [...missing],
  })
    .input(BySlug)
    .output(
      z.object({
        version: z.int(),
        entrypoint_path: z.string(),
        files: z.array(FunctionFile),
      }),
    ),

  /**
   * Makes the function or replaces all of its files; what stands after `?slug=` names it. The body is
   * a form: `metadata`, JSON text of DeployMetadata, and `file`, once for each file, whose file name is
   * its path (`new File([text], 'lib/greet.ts')`). The code is read and its imports are fetched before
   * anything changes: where that fails, FUNCTION_NOT_DEPLOYABLE says why in the runtime's words and the
   * version before goes on serving. A moment after the answer, requests are served by the new one; those
   * under way end with what they began with.
   */
  deploy: endpoint({
    needs: 'functions:write',
    route: {
      method: 'POST',
      path: '/v1/projects/{ref}/functions/deploy',
      summary: 'Make an edge function, or replace the one of this name; slug= names it',
      successStatus: 201,
      inputStructure: 'detailed',
    },
    errors: [
      'PROJECT_NOT_FOUND',
      'FUNCTION_NOT_DEPLOYABLE',
      'FUNCTION_LIMIT',
      'FUNCTION_TOO_LARGE',
      'FUNCTIONS_UNAVAILABLE',
    ],
  })
    .input(
      z.object({
        params: ByRef,
        query: z.strictObject({ slug: FunctionSlug }),
        body: z.strictObject({
          metadata: metadataText,
          file: z.union([z.file(), z.array(z.file())]),
        }),
      }),
    )
    .output(EdgeFunction),

  /** Only what is sent is changed; requests already under way end as they began. */
  update: endpoint({
    needs: 'functions:write',
    route: {
      method: 'PATCH',
      path: '/v1/projects/{ref}/functions/{slug}',
      summary: 'Rename an edge function, or choose whether it needs a key',
    },
    errors: [...missing],
  })
    .input(BySlug.extend({ name: DisplayName.optional(), verify_jwt: z.boolean().optional() }))
    .output(EdgeFunction),

  delete: endpoint({
    needs: 'functions:write',
    route: {
      method: 'DELETE',
      path: '/v1/projects/{ref}/functions/{slug}',
      summary: 'Delete an edge function and its files',
    },
    errors: [...missing],
  })
    .input(BySlug)
    .output(Done),
}

/** What every function of a project finds in its environment. The texts can be set, never read back. */
export const functionSecrets = {
  /** Sorted by name. */
  list: endpoint({
    needs: 'secrets:read',
    route: {
      method: 'GET',
      path: '/v1/projects/{ref}/secrets',
      summary: 'Names of the secrets that edge functions are given',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(z.array(FunctionSecret)),

  /** Sets each that is named and leaves the others; running functions begin anew with them. Answers with all. */
  set: endpoint({
    needs: 'secrets:write',
    route: {
      method: 'POST',
      path: '/v1/projects/{ref}/secrets',
      summary: 'Set secrets of edge functions; one of the same name is replaced',
      successStatus: 201,
    },
    errors: ['PROJECT_NOT_FOUND', 'FUNCTION_SECRET_LIMIT'],
  })
    .input(
      ByRef.extend({
        secrets: z
          .array(
            z.strictObject({
              name: FunctionSecretName,
              value: z
                .string()
                .max(FUNCTION_LIMITS.secretCharacters, 'A secret has at most 24,000 characters'),
            }),
          )
          .min(1, 'Name at least one secret')
          .max(FUNCTION_LIMITS.secrets, 'A project has at most 100 secrets')
          .refine(
            (all) => new Set(all.map(({ name }) => name)).size === all.length,
            'Two of these have the same name',
          ),
      }),
    )
    .output(z.array(FunctionSecret)),

  /** Names that there are not are passed over. Answers with those that are left. */
  delete: endpoint({
    needs: 'secrets:write',
    route: {
      method: 'DELETE',
      path: '/v1/projects/{ref}/secrets',
      summary: 'Delete secrets of edge functions',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(
      ByRef.extend({
        names: z.array(z.string().max(128)).min(1, 'Name at least one secret').max(100),
      }),
    )
    .output(z.array(FunctionSecret)),
}

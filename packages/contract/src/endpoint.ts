import { oc } from '@orpc/contract'
import type { ErrorCode } from './errors.ts'
import { ERRORS } from './errors.ts'
import type { Permission } from './permissions.ts'

/** `public`: nobody in particular; `signed-in`: any account, the handler limits it to the caller's own things. */
export type Needs = Permission | 'public' | 'signed-in'

export type EndpointMeta = {
  readonly needs: Needs
  /** Whether a call is written to the audit log before it is carried out. */
  readonly audit: boolean
  /** Inputs with plain values inside, which the record keeps, too. */
  readonly recorded: readonly string[]
}

type Options<Code extends ErrorCode> = {
  readonly needs: Needs
  readonly route: {
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    readonly path: `/${string}`
    readonly summary: string
    readonly successStatus?: number
    /** `detailed`: the input has params, query and body apart, for a call that is named by a search of its address. */
    readonly inputStructure?: 'detailed'
  }
  readonly errors?: readonly Code[]
  /** Every call but GET is audited unless it says why not where this is set. */
  readonly audit?: boolean
  /** Of an input that is an object nothing is recorded unless it is named here. */
  readonly recorded?: readonly string[]
}

// what the middleware may answer before any handler runs
const COMMON = ['BAD_INPUT', 'UNAUTHORIZED', 'FORBIDDEN', 'CROSS_ORIGIN', 'INTERNAL'] as const

const base = oc.$meta<EndpointMeta>({ needs: 'signed-in', audit: false, recorded: [] })

const rows = <Code extends ErrorCode>(codes: readonly Code[]) =>
  // fromEntries forgets which keys it was given
  Object.fromEntries(codes.map((code) => [code, ERRORS[code]])) as Pick<typeof ERRORS, Code>

/**
 * Declares one call: path, permission, failures; `.input()` and `.output()` follow. The only place
 * that touches the contract library's builder. A call without `needs` does not compile.
 */
export const endpoint = <const Code extends ErrorCode = never>({
  needs,
  route,
  errors = [],
  audit = route.method !== 'GET',
  recorded = [],
}: Options<Code>) =>
  base
    .route({ ...route, tags: [route.path.split('/')[1] ?? 'platform'] })
    .meta({ needs, audit, recorded })
    .errors(rows<Code | (typeof COMMON)[number]>([...COMMON, ...errors]))

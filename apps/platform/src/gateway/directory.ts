import { ProjectStatus } from '@plinth/contract'
import type { Deps } from '#app/base/deps.ts'
import type { FunctionSpec } from '#app/engine/functions/types.ts'
import { jwtSecretOf } from '#app/lifecycle/placement.ts'
import type { Identity } from './credentials.ts'
import { gatewayTokenFor } from './service.ts'
import { type ProjectWithKeys, readProject } from './store.ts'

// A message that says a project changed may be lost. After this long it is asked for again while what
// is known still counts, and after twice as long it no longer does.
const FRESH_MS = 2_000
// how long to go on with what is known while the control database does not answer
const STALE_MS = 60_000
const MAX_KNOWN = 20_000

export type KeyRole = 'anon' | 'service_role'

export type KnownKey = {
  readonly id: string
  readonly role: KeyRole
  readonly prefix: string
  readonly expiresAtMs: number
}

export type KnownFunction = {
  readonly spec: FunctionSpec
  /** Whether it sees only requests with a key or token of the project. */
  readonly verifiesJwt: boolean
}

/** What the gateway knows of a project. */
export type Target = {
  readonly ref: string
  readonly status: ProjectStatus
  readonly jwtSecret: string
  /** What its data API believes. */
  readonly gatewayKey: string
  /** By the hash of the key, in hex. */
  readonly keys: ReadonlyMap<string, KnownKey>
  /** By the name in the URL. */
  readonly functions: ReadonlyMap<string, KnownFunction>
  /** What the data API is sent for a key that is no token itself. */
  readonly sent: { readonly anon: undefined; readonly service_role: string }
  /** Callers already judged, by what they sent; forgotten with the rest of this. */
  readonly identities: Map<string, Identity>
}

type FunctionRow = ProjectWithKeys['functions'][number]

type Known = { readonly target: Target | undefined; readonly at: number }

export type Directory = {
  /** At once where it is known. @throws where the control database does not answer */
  readonly find: (ref: string) => Target | undefined | Promise<Target | undefined>
  readonly close: () => void
}

type Options = Pick<Deps, 'db' | 'secrets' | 'bus' | 'log'>

/** Projects by reference, held in memory and told of changes, so that no request waits for the control database. */
export function directory({ db, secrets, bus, log }: Options): Directory {
  const known = new Map<string, Known>()
  const loading = new Map<string, Promise<Target | undefined>>()

  async function read(ref: string): Promise<Target | undefined> {
    const row = await readProject(db, ref)
    return row && targetOf(row, secrets)
  }

  function load(ref: string): Promise<Target | undefined> {
    const running = loading.get(ref)
    if (running) return running
    const started = read(ref).then((target) => {
      // a change that was told meanwhile has taken this one's place
      if (loading.get(ref) === started) {
        loading.delete(ref)
        if (known.size >= MAX_KNOWN) known.clear()
        known.set(ref, { target, at: performance.now() })
      }
      return target
    })
    loading.set(ref, started)
    started.catch(() => {
      if (loading.get(ref) === started) loading.delete(ref)
    })
    return started
  }

  function refresh(ref: string) {
    load(ref).catch((error: unknown) =>
      log.warn({ err: error, ref }, 'a project was not read anew'),
    )
  }

  async function loadOr(before: Target | undefined, ref: string) {
    try {
      return await load(ref)
    } catch (error) {
      log.warn({ err: error, ref }, 'a project was not read anew')
      return before
    }
  }

  const unsubscribe = bus.subscribe(({ topic, ref }) => {
    if (topic !== 'project' && topic !== 'keys' && topic !== 'functions') return
    known.delete(String(ref))
    loading.delete(String(ref))
  })

  return {
    find(ref) {
      const found = known.get(ref)
      if (!found) return load(ref)
      const age = performance.now() - found.at
      if (age > 2 * FRESH_MS) return age > STALE_MS ? load(ref) : loadOr(found.target, ref)
      if (age > FRESH_MS) refresh(ref)
      return found.target
    },
    close: unsubscribe,
  }
}

function targetOf(row: ProjectWithKeys, secrets: Deps['secrets']): Target {
  const gatewayKey = secrets.hmac('gateway', row.ref)
  return {
    ref: row.ref,
    status: ProjectStatus.parse(row.status),
    jwtSecret: jwtSecretOf(secrets, row),
    gatewayKey,
    keys: new Map(
      row.keys.map(({ id, type, prefix, key_hash, expires_at }) => [
        key_hash.toString('hex'),
        {
          id,
          role: type === 'secret' ? 'service_role' : 'anon',
          prefix,
          expiresAtMs: expires_at?.getTime() ?? Infinity,
        },
      ]),
    ),
    sent: {
      anon: undefined,
      service_role: `Bearer ${gatewayTokenFor(secrets, row.ref, 'service_role')}`,
    },
    functions: new Map(row.functions.map((each) => [each.slug, functionOf(row, each)])),
    identities: new Map(),
  }
}

function functionOf(
  { ref, os_uid: osUid, jwt_issued_at: issuedAt, secrets_stamp: secrets }: ProjectWithKeys,
  { id, slug, version, entrypoint_path: entrypoint, verify_jwt: verifiesJwt }: FunctionRow,
): KnownFunction {
  const stamp = [id, version, issuedAt.getTime(), secrets].join(' ')
  return { spec: { ref, osUid, id, slug, version, entrypoint, stamp }, verifiesJwt }
}

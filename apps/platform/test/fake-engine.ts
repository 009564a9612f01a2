import type { ClientConfig } from 'pg'
import type { Engine } from '#app/engine/engine.ts'

/** What lies on the machine of one project: which data it has, and whether its server runs. */
type Held = {
  data: string
  isRunning: boolean
  staged?: string | undefined
  replaced?: string | undefined
}

/**
 * Stands in for servers where thousands of steps are to be tried in seconds: every call does at once
 * what the real one promises. What asks a project's database asks the one that is given.
 */
export function fakeEngine(connection: ClientConfig) {
  const projects = new Map<string, Held>()

  function of(ref: string): Held {
    const held = projects.get(ref)
    if (!held) throw new Error(`There are no files of ${ref}`)
    return held
  }
  function swapBack(ref: string) {
    const held = projects.get(ref)
    if (!held) return
    if (held.replaced !== undefined) held.data = held.replaced
    held.staged = held.replaced = undefined
  }

  const archives = {
    archiveNow: async () => new Date(),
    backup: async () => {},
    recoverable: async () => undefined,
    async stage({ ref, postgresEngine }, { name = 'a moment' }) {
      of(ref).staged = name
      return postgresEngine
    },
    async swapIn(ref) {
      const held = of(ref)
      if (held.staged === undefined) return
      held.replaced ??= held.data
      held.data = held.staged
      held.staged = undefined
    },
    async swapBack(ref) {
      swapBack(ref)
      return undefined
    },
    settle: async (ref) => void (of(ref).replaced = undefined),
    stagedPassword: async () => undefined,
    remove: async () => {},
  } satisfies Partial<Engine['archives']>

  const upgrades: Engine['upgrades'] = {
    obstacles: async () => [],
    launch: async ({ ref }) => void (of(ref).staged = ''),
    detach: async () => {},
    move: async ({ ref }) => void (of(ref).staged = of(ref).data),
    check: async () => {},
  }

  const engine = {
    offersRest: false,
    archives,
    upgrades,
    diskUsage: async () => ({ databaseBytes: 0, walBytes: 0, otherBytes: 0, isComplete: true }),
    freeDiskBytes: async () => 1e12,
    async provision({ ref }) {
      if (!projects.has(ref)) projects.set(ref, { data: 'new', isRunning: false })
    },
    async start({ ref, port }) {
      of(ref).isRunning = true
      return { port }
    },
    async stop(ref) {
      const held = projects.get(ref)
      if (held) held.isRunning = false
    },
    secure: async () => {},
    serve: async () => {},
    destroy: async (ref) => void projects.delete(ref),
    observe: (ref) =>
      projects.get(ref)?.isRunning
        ? { state: 'running', pid: 1, port: 1, keepsCrashing: false }
        : { state: 'stopped' },
    liveRefs: async () => [...projects].filter(([, held]) => held.isRunning).map(([ref]) => ref),
    connection: () => connection,
    logTail: async () => [],
    onEvent: () => {},
  } satisfies Partial<Omit<Engine, 'archives'>> & { archives: object }

  return {
    // all that operations and the reconciler call of it
    engine: engine as unknown as Engine,
    dataOf: (ref: string) => projects.get(ref)?.data,
    isRunning: (ref: string) => projects.get(ref)?.isRunning === true,
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { OperationKind, ProjectStatus } from '@plinth/contract'
import type { CrashWorld } from './crash-world.ts'

/** One project under trial and what has to be in it. */
export type Lane = {
  readonly world: CrashWorld
  readonly slug: string
  /** Of the project under trial; a new one gets another. */
  name: string
  ref: string
  port: number
  markers: number[]
  /** The one that restores go back to, and what was in the project then. */
  backup: { readonly id: string; readonly markers: readonly number[] } | undefined
  /** Where a restore to a moment goes. */
  moment: number
  /** What the project held when it was last upgraded: the backup taken then brings it back. */
  beforeUpgrade: readonly number[]
  /** What the project under trial is a copy of. */
  source: string | undefined
}

type Recipe = {
  /** Brings the lane's project to where the operation may begin; it runs and answers before. */
  readonly prepare?: (lane: Lane) => Promise<void>
  readonly begin: (lane: Lane) => Promise<void>
  readonly succeeded: ProjectStatus | 'gone'
  /** What the project holds after its success, where that is something else than before. */
  readonly holds?: (lane: Lane) => readonly number[]
  /** Where a failure at the step before the last leaves it, for those that take steps back. */
  readonly undone?: ProjectStatus
  /** Where a cancellation leaves it. */
  readonly cancelled?: ProjectStatus | 'gone'
}

const post = (path: (ref: string) => string, body?: object) => async (lane: Lane) => {
  await lane.world.call('POST', path(lane.ref), body ?? {})
}
export const power = (what: string) => post((ref) => `/platform/projects/${ref}/${what}`)
const backups = (ref: string) => `/platform/database/${ref}/backups`

export async function settle(lane: Lane, wanted: ProjectStatus | 'gone') {
  const status = await lane.world.settled(lane.ref)
  if (status === wanted) return
  const operation = await lane.world.newest(lane.ref)
  throw new Error(`${lane.name} is ${status}, not ${wanted}: ${operation?.error_message}`)
}

/** A row that has to be there from now on. */
export async function mark({ world, ref, markers }: Lane) {
  const number = Math.max(0, ...markers) + 1
  await world.query(ref, `insert into marker values (${number})`)
  markers.push(number)
}

async function backUp(lane: Lane) {
  await post(backups)(lane)
  await settle(lane, 'ACTIVE_HEALTHY')
}

/** A row comes after the backup, which a restore of it takes away. */
async function withBackup(lane: Lane) {
  if (!lane.backup) {
    const markers = [...lane.markers]
    await backUp(lane)
    const { backups: found } = await lane.world.call('GET', backups(lane.ref))
    // newest first, and there is one
    const [newest] = found as { id: string }[]
    lane.backup = { id: newest?.id ?? '', markers }
  }
  await mark(lane)
}

/** To the version before, by the backup that its upgrade took first. */
async function back(lane: Lane) {
  const { world, ref } = lane
  if ((await world.project(ref))?.postgres_engine === '17') return
  const { backups: found } = await world.call('GET', backups(ref))
  // newest first, as the contract has it
  const listed = found as { id: string; reason: string; postgres_version: string }[]
  const before = listed.find(
    ({ reason, postgres_version: of }) => reason === 'upgrade' && of.startsWith('17'),
  )
  await post(() => `${backups(ref)}/restore`, { id: before?.id })(lane)
  await settle(lane, 'ACTIVE_HEALTHY')
  lane.markers = [...lane.beforeUpgrade]
}

export async function create(lane: Lane) {
  lane.markers = []
  lane.backup = undefined
  lane.port = 0
  const made = await lane.world.call('POST', '/v1/projects', {
    name: lane.name,
    organization_slug: lane.slug,
  })
  lane.ref = String(made['ref'])
}

export async function remove(lane: Pick<Lane, 'world' | 'ref'>) {
  await lane.world.call('DELETE', `/platform/projects/${lane.ref}`)
}

/** How each operation is begun, and where it ends. A kind that is missing here fails the matrix. */
export const RECIPES: Partial<Record<OperationKind, Recipe>> = {
  create: {
    prepare: remove,
    begin: create,
    succeeded: 'ACTIVE_HEALTHY',
    cancelled: 'gone',
  },
  pause: {
    begin: power('pause'),
    succeeded: 'INACTIVE',
    undone: 'PAUSE_FAILED',
    cancelled: 'ACTIVE_HEALTHY',
  },
  restore: {
    prepare: async (lane) => {
      await power('pause')(lane)
      await settle(lane, 'INACTIVE')
    },
    begin: power('restore'),
    succeeded: 'ACTIVE_HEALTHY',
  },
  restart: { begin: power('restart'), succeeded: 'ACTIVE_HEALTHY' },
  resize: {
    begin: async (lane) => {
      const found = await lane.world.project(lane.ref)
      const size = found?.instance_size === 'nano' ? 'micro' : 'nano'
      const body = { desired_instance_size: size }
      await post((ref) => `/platform/projects/${ref}/resize`, body)(lane)
    },
    succeeded: 'ACTIVE_HEALTHY',
    undone: 'ACTIVE_HEALTHY',
    cancelled: 'ACTIVE_HEALTHY',
  },
  upgrade: {
    prepare: back,
    begin: async (lane) => {
      lane.beforeUpgrade = [...lane.markers]
      await post((ref) => `/v1/projects/${ref}/upgrade`, { target_version: '18' })(lane)
    },
    succeeded: 'ACTIVE_HEALTHY',
    undone: 'ACTIVE_HEALTHY',
    cancelled: 'ACTIVE_HEALTHY',
  },
  backup: { begin: post(backups), succeeded: 'ACTIVE_HEALTHY', cancelled: 'ACTIVE_HEALTHY' },
  restore_backup: {
    prepare: withBackup,
    begin: (lane) => post((ref) => `${backups(ref)}/restore`, { id: lane.backup?.id })(lane),
    holds: ({ backup }) => backup?.markers ?? [],
    succeeded: 'ACTIVE_HEALTHY',
    undone: 'RESTORE_FAILED',
    cancelled: 'ACTIVE_HEALTHY',
  },
  rotate_jwt_secret: {
    begin: async ({ world, ref }) => {
      await world.call('PATCH', `/platform/projects/${ref}/config/secrets`, {})
    },
    succeeded: 'ACTIVE_HEALTHY',
    undone: 'ACTIVE_HEALTHY',
  },
  delete: { begin: remove, succeeded: 'REMOVED', undone: 'ACTIVE_HEALTHY' },
  undelete: {
    prepare: async (lane) => {
      await remove(lane)
      await settle(lane, 'REMOVED')
    },
    begin: power('undelete'),
    succeeded: 'ACTIVE_HEALTHY',
  },
  purge: {
    prepare: async (lane) => {
      await remove(lane)
      await settle(lane, 'REMOVED')
    },
    begin: ({ world, ref }) => world.enqueue(ref, 'purge'),
    succeeded: 'gone',
  },
}

/** A fault is meant for the copy, not for what it is made from. */
export const copyName = (name: string) => `${name} copy`

/** The same operations asked for in another way. */
export const VARIANTS: Readonly<Record<'copy' | 'moment', Recipe>> = {
  copy: {
    prepare: withBackup,
    begin: async (lane) => {
      const { ref, name, backup } = lane
      const id = backup?.id
      const path = `${backups(ref)}/restore-to-new-project`
      const made = await lane.world.call('POST', path, { id, name: copyName(name) })
      lane.source = ref
      lane.ref = String(made['ref'])
    },
    holds: ({ backup }) => backup?.markers ?? [],
    succeeded: 'ACTIVE_HEALTHY',
    cancelled: 'gone',
  },
  moment: {
    prepare: async (lane) => {
      const { world, ref } = lane
      await world.db.query(
        `insert into project_addons (project_id, type, variant)
         select id, 'pitr', 'pitr_7' from projects where ref = $1 on conflict do nothing`,
        [ref],
      )
      await withBackup(lane)
      // a whole second that comes after a row and before another
      await sleep(1000)
      lane.moment = Math.floor(Date.now() / 1000)
      lane.backup = { id: '', markers: [...lane.markers] }
      await sleep(1000)
      await mark(lane)
      // a moment can be asked for once the archive knows of a commit after it
      await backUp(lane)
    },
    begin: async (lane) => {
      const body = { recovery_time_target_unix: lane.moment }
      await post((ref) => `${backups(ref)}/pitr`, body)(lane)
    },
    holds: ({ backup }) => backup?.markers ?? [],
    succeeded: 'ACTIVE_HEALTHY',
    undone: 'RESTORE_FAILED',
    cancelled: 'ACTIVE_HEALTHY',
  },
}

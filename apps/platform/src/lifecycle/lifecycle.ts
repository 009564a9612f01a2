import { setTimeout as sleep } from 'node:timers/promises'
import {
  isTransitional,
  type OperationKind,
  projectCan,
  ProjectStatus,
  statusInWords,
} from '@plinth/contract'
import type { Kysely, Transaction } from 'kysely'
import pg from 'pg'
import { AppError } from '#app/base/app-error.ts'
import type { ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { type ProjectStore, projectStore } from '#app/db/project-store.ts'
import type { Database } from '#app/db/schema.ts'
import type { Engine } from '#app/engine/engine.ts'
import type { Claim } from './claim.ts'
import { canBeCancelled } from './definition.ts'
import { definitionOf } from './definitions.ts'
import type { Fault } from './faults.ts'
import { CANCELLED, LEASE_MS, LEAVING } from './lease.ts'
import { latestOnly } from './latest-only.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { type OperationRow, operationStore } from './operation-store.ts'
import { presentOperation } from './present.ts'
import { runOperation } from './runner.ts'

const POLL_MS = 2_000
const MAX_RUNNING = 4
const STOP_MS = 5_000

type Options = Pick<Deps, 'db' | 'log' | 'logs' | 'secrets' | 'bus' | 'clock'> & {
  readonly engine: Engine
  /** This machine; only projects whose files lie here are worked on. */
  readonly host: string
  /** This process. */
  readonly claimant: string
  readonly faults: readonly Fault[]
}

type Begin = {
  readonly kind: OperationKind
  readonly input?: Record<string, unknown>
  readonly requestedBy: string | null
  /** Refuses by throwing; asked once the project is moved, so that two who ask at once see each other. */
  readonly guard?: Guard
}
type Guard = (trx: Transaction<Database>) => Promise<void>

export type Lifecycle = ReturnType<typeof createLifecycle>

/** Begins operations, runs them, and lets nobody be stuck between two states. */
export function createLifecycle(options: Options) {
  const { db, log, bus, host } = options
  const projects: ProjectStore = projectStore(db)
  const operations = operationStore(db)
  const running = new Map<string, Promise<void>>()
  const cancels = new Map<string, (reason: symbol) => void>()
  const alone = oneAtATime()
  const listeners = new Set<(projectId: string) => void>()
  let isStopping = false
  let timer: NodeJS.Timeout | undefined

  /** Tells everybody; what cannot be told is seen at the next look, so nothing fails by it. */
  const changed = latestOnly(async (operationId) => {
    try {
      const row = await operations.byId(operationId)
      if (!row) return
      const project = await projects.byId(row.project_id)
      const { organization_slug } = row
      await bus.publish({ topic: 'operation', organization_slug, operation: presentOperation(row) })
      if (!project) return
      const { ref, status } = project
      await bus.publish({ topic: 'project', ref, organization_slug, status })
    } catch (error) {
      log.warn({ err: error, operation: operationId }, 'a change could not be told')
    }
  })

  const deps = { ...options, operations, projects, changed, cancels }

  async function pump(): Promise<void> {
    while (!isStopping && running.size < MAX_RUNNING) {
      const mine = [...running.keys()]
      const claim = await operations.claim(host, {
        claimant: options.claimant,
        leaseMs: LEASE_MS,
        mine,
      })
      if (!claim) return
      running.set(claim.id, follow(claim))
    }
  }

  async function follow(claim: Claim) {
    try {
      await runOperation(deps, claim, alone)
    } catch (error) {
      log.error({ err: error, id: claim.id }, 'an operation broke off')
    } finally {
      running.delete(claim.id)
      wake()
    }
    const ended = isStopping ? undefined : await operations.byId(claim.id).catch(() => undefined)
    if (ended) for (const listener of listeners) listener(ended.project_id)
  }

  function wake() {
    pump().catch((error: unknown) => log.error({ err: error }, 'operations cannot be claimed'))
  }

  /** Puts an operation on a project that this transaction has just moved or made. */
  async function enqueue(
    trx: Transaction<Database>,
    projectId: string,
    { kind, input = {}, requestedBy, beganAs }: Begin & { readonly beganAs?: ProjectStatus },
  ): Promise<string> {
    const steps = definitionOf(kind).steps.map((step) => step.name)
    const state = beganAs === undefined ? {} : { began_as: beganAs }
    return operations.insert(trx, { projectId, kind, input, steps, state, requestedBy })
  }

  async function begin(project: ProjectRow, what: Begin): Promise<string> {
    const { action, during } = definitionOf(what.kind)
    const status = ProjectStatus.parse(project.status)
    if (action && !projectCan(action, status)) throw wrongStatus(status)
    const id = await conflictAsError(db, async (trx) => {
      // settles two people pressing the same button at once
      const to = during ?? status
      if (!(await projects.moveStatus(trx, project.id, { from: status, to }))) {
        throw new AppError('OPERATION_CONFLICT')
      }
      await what.guard?.(trx)
      return enqueue(trx, project.id, { ...what, beganAs: status })
    })
    wake()
    await changed(id)
    return id
  }

  /** From one rest to another at once, where nothing has to be done for it and nothing is under way. */
  async function moveAtRest(project: ProjectRow, to: ProjectStatus): Promise<void> {
    const from = ProjectStatus.parse(project.status)
    await db.transaction().execute(async (trx) => {
      const isMoved = await projects.moveStatus(trx, project.id, { from, to })
      if (!isMoved || (await operations.isBusy(trx, project.id))) {
        throw new AppError('OPERATION_CONFLICT')
      }
    })
    const { ref, organization_slug } = project
    await bus.publish({ topic: 'project', ref, organization_slug, status: to })
  }

  async function retry(row: OperationRow, guard?: Guard): Promise<void> {
    const { during } = definitionOf(row.kind)
    await conflictAsError(db, async (trx) => {
      const newest = await operations.newest(row.project_id, 1)
      const isNewest = newest[0]?.id === row.id
      if (!isNewest || !(await operations.requeue(trx, row.id))) {
        throw new AppError('OPERATION_NOT_RETRYABLE')
      }
      if (during)
        await trx
          .updateTable('projects')
          .set({ status: during })
          .where('id', '=', row.project_id)
          .execute()
      await guard?.(trx)
    })
    wake()
    await changed(row.id)
  }

  async function cancel(row: OperationRow): Promise<void> {
    const isPossible = canBeCancelled(definitionOf(row.kind), row.steps)
    if (!isPossible || !(await operations.requestCancel(row.id))) {
      throw new AppError('OPERATION_NOT_CANCELLABLE')
    }
    await bus.publish({ topic: 'operation-cancel', id: row.id })
    wake()
    await changed(row.id)
  }

  return {
    begin,
    moveAtRest,
    enqueue,
    retry,
    cancel,
    wake,
    changed,
    operations,
    /** Runs this when no operation works on the project here, and holds off those that come meanwhile. */
    alone,
    /** Told of a project when the operation on it has ended here, whichever way. */
    onEnded: (listener: (projectId: string) => void) => void listeners.add(listener),
    /** Takes over what an earlier process left, then looks for work now and then. */
    async start() {
      bus.subscribe(({ topic, id }) => {
        if (topic === 'operation-cancel') cancels.get(String(id))?.(CANCELLED)
      })
      await operations.releaseClaims(host)
      timer = setInterval(wake, POLL_MS).unref()
      wake()
    },
    async stop() {
      isStopping = true
      clearInterval(timer)
      // the step under way may end; what is left then is taken up again by the next start
      for (const stopIt of cancels.values()) stopIt(LEAVING)
      await Promise.race([Promise.all(running.values()), sleep(STOP_MS, undefined, { ref: false })])
    },
  }
}

const wrongStatus = (status: ProjectStatus) =>
  new AppError('WRONG_PROJECT_STATUS', {
    message: isTransitional(status)
      ? 'Wait for the operation that is running on this project'
      : `This cannot be done while the project is ${statusInWords(status)}`,
    data: { status },
  })

const UNIQUE_VIOLATION = '23505'

async function conflictAsError<Result>(
  db: Kysely<Database>,
  run: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction().execute(run)
  } catch (error) {
    const isOtherLive =
      error instanceof pg.DatabaseError &&
      error.code === UNIQUE_VIOLATION &&
      error.constraint === 'operations_one_live'
    throw isOtherLive ? new AppError('OPERATION_CONFLICT') : error
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { isTransitional, type OperationKind, projectCan, ProjectStatus } from '@plinth/contract'
import type { Kysely, Transaction } from 'kysely'
import pg from 'pg'
import { AppError } from '#app/base/app-error.ts'
import type { ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { type ProjectStore, projectStore } from '#app/db/project-store.ts'
import type { Database } from '#app/db/schema.ts'
import type { Engine } from '#app/engine/engine.ts'
import { definitionOf } from './definitions.ts'
import type { Fault } from './faults.ts'
import { type OperationRow, operationStore } from './operation-store.ts'
import { presentOperation } from './present.ts'
import { leaseMs, runOperation } from './runner.ts'

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
}

export type Lifecycle = ReturnType<typeof createLifecycle>

/** Begins operations, runs them, and lets nobody be stuck between two states. */
export function createLifecycle(options: Options) {
  const { db, log, bus, host } = options
  const projects: ProjectStore = projectStore(db)
  const operations = operationStore(db)
  const running = new Set<string>()
  const cancels = new Map<string, () => void>()
  let isStopping = false
  let timer: NodeJS.Timeout | undefined

  async function changed(operationId: string) {
    const row = await operations.byId(operationId)
    if (!row) return
    const project = await projects.byId(row.project_id)
    const { organization_slug } = row
    await bus.publish({ topic: 'operation', organization_slug, operation: presentOperation(row) })
    if (project) {
      const { ref, status } = project
      await bus.publish({ topic: 'project', ref, organization_slug, status })
    }
  }

  const deps = { ...options, operations, projects, changed, cancels }

  async function pump(): Promise<void> {
    while (!isStopping && running.size < MAX_RUNNING) {
      const id = await operations.claim(host, options.claimant, leaseMs)
      if (!id) return
      running.add(id)
      runOperation(deps, id)
        .catch((error: unknown) => log.error({ err: error, id }, 'an operation broke off'))
        .finally(() => {
          running.delete(id)
          wake()
        })
    }
  }

  function wake() {
    pump().catch((error: unknown) => log.error({ err: error }, 'operations cannot be claimed'))
  }

  /** Puts an operation on a project that this transaction has just moved or made. */
  async function enqueue(
    trx: Transaction<Database>,
    projectId: string,
    { kind, input = {}, requestedBy }: Begin,
  ): Promise<string> {
    const steps = definitionOf(kind).steps.map((step) => step.name)
    return operations.insert(trx, { projectId, kind, input, steps, requestedBy })
  }

  async function begin(project: ProjectRow, what: Begin): Promise<string> {
    const { action, during } = definitionOf(what.kind)
    const status = ProjectStatus.parse(project.status)
    if (action && !projectCan(action, status)) throw wrongStatus(status)
    const id = await conflictAsError(db, async (trx) => {
      // settles two people pressing the same button at once
      const to = during ?? status
      if (!(await projects.moveStatus(trx, project.id, { from: status, to }))) {
        throw wrongStatus(status)
      }
      return enqueue(trx, project.id, what)
    })
    wake()
    await changed(id)
    return id
  }

  async function retry(row: OperationRow): Promise<void> {
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
    })
    wake()
    await changed(row.id)
  }

  async function cancel(row: OperationRow): Promise<void> {
    const isPossible = definitionOf(row.kind).cancelled !== undefined
    if (!isPossible || !(await operations.requestCancel(row.id))) {
      throw new AppError('OPERATION_NOT_CANCELLABLE')
    }
    await bus.publish({ topic: 'operation-cancel', id: row.id })
    wake()
    await changed(row.id)
  }

  return {
    begin,
    enqueue,
    retry,
    cancel,
    wake,
    changed,
    operations,
    /** Takes over what an earlier process left, then looks for work now and then. */
    async start() {
      bus.subscribe(({ topic, id }) => {
        if (topic === 'operation-cancel') cancels.get(String(id))?.()
      })
      await operations.releaseClaims(host)
      timer = setInterval(wake, POLL_MS).unref()
      wake()
    },
    async stop() {
      isStopping = true
      clearInterval(timer)
      const deadline = performance.now() + STOP_MS
      // what still runs then is taken up again by the next start
      while (running.size > 0 && performance.now() < deadline) await sleep(20)
    },
  }
}

const wrongStatus = (status: ProjectStatus) =>
  new AppError('WRONG_PROJECT_STATUS', {
    message: isTransitional(status)
      ? 'Wait for the operation that is running on this project'
      : `This cannot be done while the project is ${status}`,
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

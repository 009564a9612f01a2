import type { OperationKind, ProjectStatus } from '@plinth/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, StoredStep } from '#app/db/schema.ts'
import { type Claim, ClaimLost } from './claim.ts'

export type OperationRow = {
  readonly id: string
  readonly project_id: string
  readonly project_ref: string
  readonly organization_slug: string
  readonly kind: string
  readonly status: string
  readonly input: Record<string, unknown>
  readonly steps: StoredStep[]
  readonly state: Record<string, unknown>
  readonly attempts: number
  readonly error_message: string | null
  readonly error_log: string[]
  readonly requested_by: string | null
  readonly cancel_requested: boolean
  readonly created_at: Date
  readonly started_at: Date | null
  readonly finished_at: Date | null
}

type Connection = Kysely<Database> | Transaction<Database>

const withProject = (db: Connection) =>
  db
    .selectFrom('operations as o')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .innerJoin('organizations as g', 'g.id', 'p.organization_id')
    .selectAll('o')
    .select(['p.ref as project_ref', 'g.slug as organization_slug'])

/** The row of an operation, only while this claim on it stands. */
const held = (db: Connection, { id, claimant, attempt }: Claim) =>
  db
    .updateTable('operations')
    .where('id', '=', id)
    .where('claimed_by', '=', claimant)
    .where('attempts', '=', attempt)
    .where('status', '=', 'running')

function assertHeld({ numUpdatedRows }: { readonly numUpdatedRows: bigint }) {
  if (numUpdatedRows !== 1n) throw new ClaimLost()
}

type Finish = {
  readonly status: 'succeeded' | 'failed' | 'cancelled'
  /** Undefined leaves it alone: the operation never changed it. */
  readonly projectStatus: ProjectStatus | undefined
  readonly error?: { readonly message: string; readonly log: readonly string[] }
  /** How its steps are, where that is not written down yet. */
  readonly steps?: readonly StoredStep[]
}

export type OperationStore = ReturnType<typeof operationStore>

export const operationStore = (db: Kysely<Database>) => ({
  byId: (id: string): Promise<OperationRow | undefined> =>
    withProject(db).where('o.id', '=', id).executeTakeFirst(),

  newest: (projectId: string, limit: number): Promise<OperationRow[]> =>
    withProject(db)
      .where('o.project_id', '=', projectId)
      .orderBy('o.created_at', 'desc')
      .limit(limit)
      .execute(),

  /** The newest of one kind, such as the last change of a setting. */
  newestOf: (projectId: string, kind: OperationKind): Promise<OperationRow | undefined> =>
    withProject(db)
      .where('o.project_id', '=', projectId)
      .where('o.kind', '=', kind)
      .orderBy('o.created_at', 'desc')
      .executeTakeFirst(),

  async insert(
    trx: Transaction<Database>,
    row: {
      projectId: string
      kind: OperationKind
      input: Record<string, unknown>
      steps: readonly string[]
      state: Record<string, unknown>
      requestedBy: string | null
    },
  ): Promise<string> {
    const steps: StoredStep[] = row.steps.map((name) => ({
      name,
      status: 'pending',
      started_at: null,
      finished_at: null,
    }))
    const { id } = await trx
      .insertInto('operations')
      .values({
        project_id: row.projectId,
        kind: row.kind,
        status: 'queued',
        input: JSON.stringify(row.input),
        steps: JSON.stringify(steps),
        state: JSON.stringify(row.state),
        requested_by: row.requestedBy,
        error_message: null,
        claimed_by: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  /**
   * Takes the oldest operation that nobody works on; a claim that was not renewed counts as none.
   * What the asking process runs itself is `mine`: its claim may have run out while the machine slept.
   */
  async claim(
    host: string,
    { claimant, leaseMs, mine }: { claimant: string; leaseMs: number; mine: readonly string[] },
  ): Promise<Claim | undefined> {
    const { rows } = await sql<{ id: string; attempts: number }>`
      update operations set
        status = 'running',
        claimed_by = ${claimant},
        lease_until = now() + ${leaseMs} * interval '1 millisecond',
        attempts = attempts + 1,
        started_at = coalesce(started_at, now())
      where id = (
        select o.id from operations o join projects p on p.id = o.project_id
        where p.host = ${host}
          and o.id <> all (${[...mine]}::uuid[])
          and (o.status = 'queued' or (o.status = 'running' and o.lease_until < now()))
        order by o.created_at
        limit 1
        for update of o skip locked
      )
      returning id, attempts`.execute(db)
    const [row] = rows
    return row && { id: row.id, claimant, attempt: row.attempts }
  },

  /** At a start: what an earlier process of this machine held is nobody's now. */
  async releaseClaims(host: string): Promise<void> {
    await sql`
      update operations set lease_until = now() - interval '1 second'
      where status = 'running'
        and project_id in (select id from projects where host = ${host})`.execute(db)
  },

  /** Undefined when it is held by somebody else, or has ended. */
  renew: (claim: Claim, leaseMs: number): Promise<{ cancel_requested: boolean } | undefined> =>
    held(db, claim)
      .set({ lease_until: sql`now() + ${leaseMs} * interval '1 millisecond'` })
      .returning('cancel_requested')
      .executeTakeFirst(),

  async saveSteps(claim: Claim, steps: readonly StoredStep[]): Promise<void> {
    assertHeld(
      await held(db, claim)
        .set({ steps: JSON.stringify(steps) })
        .executeTakeFirst(),
    )
  },

  async remember(claim: Claim, patch: Record<string, unknown>): Promise<void> {
    assertHeld(
      await held(db, claim)
        .set({ state: sql`state || ${JSON.stringify(patch)}::jsonb` })
        .executeTakeFirst(),
    )
  },

  /** Runs this only while the claim is held, and lets nobody take it over meanwhile. */
  async whileHeld(
    { id, claimant, attempt }: Claim,
    run: (trx: Transaction<Database>) => Promise<void>,
  ): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom('operations')
        .select('id')
        .where('id', '=', id)
        .where('claimed_by', '=', claimant)
        .where('attempts', '=', attempt)
        .where('status', '=', 'running')
        .forUpdate()
        .executeTakeFirst()
      if (!row) throw new ClaimLost()
      await run(trx)
    })
  },

  /** Ends the operation and moves the project on, both or neither. */
  async finish(claim: Claim, { status, projectStatus, error, steps }: Finish): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const row = await held(trx, claim)
        .set({
          status,
          finished_at: new Date(),
          claimed_by: null,
          error_message: error?.message ?? null,
          error_log: [...(error?.log ?? [])],
          ...(steps && { steps: JSON.stringify(steps) }),
          state: sql`state - 'failure'`,
        })
        .returning('project_id')
        .executeTakeFirst()
      if (!row) throw new ClaimLost()
      if (projectStatus === undefined) return
      await trx
        .updateTable('projects')
        .set({ status: projectStatus, updated_at: new Date() })
        .where('id', '=', row.project_id)
        .execute()
    })
  },

  /** The projects of a machine that an operation is under way or queued for. */
  async busyProjects(host: string): Promise<ReadonlySet<string>> {
    const rows = await db
      .selectFrom('operations as o')
      .innerJoin('projects as p', 'p.id', 'o.project_id')
      .select('o.project_id')
      .where('p.host', '=', host)
      .where('o.status', 'in', ['queued', 'running'])
      .execute()
    return new Set(rows.map(({ project_id }) => project_id))
  },

  /** Whether one is under way or queued for a project, as this transaction sees it. */
  async isBusy(trx: Transaction<Database>, projectId: string): Promise<boolean> {
    const live = await trx
      .selectFrom('operations')
      .select('id')
      .where('project_id', '=', projectId)
      .where('status', 'in', ['queued', 'running'])
      .executeTakeFirst()
    return live !== undefined
  },

  /** Back into the queue from the step that failed; false when it is not a failed one. */
  async requeue(trx: Transaction<Database>, id: string): Promise<boolean> {
    const { numUpdatedRows } = await trx
      .updateTable('operations')
      .set({ status: 'queued', finished_at: null, cancel_requested: false })
      .where('id', '=', id)
      .where('status', '=', 'failed')
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  async requestCancel(id: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('operations')
      .set({ cancel_requested: true })
      .where('id', '=', id)
      .where('status', 'in', ['queued', 'running'])
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },
})

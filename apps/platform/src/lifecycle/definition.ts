import { type OperationKind, type ProjectAction, ProjectStatus } from '@plinth/contract'
import type { Progress } from '@plinth/postgres'
import { z } from 'zod'
import type { ProjectRow } from '#app/base/context.ts'
import type { Engine, Placement, ProjectSecrets } from '#app/engine/engine.ts'

/** What a step works with. */
export type StepContext = {
  readonly project: ProjectRow
  readonly placement: Placement
  readonly engine: Engine
  readonly input: Readonly<Record<string, unknown>>
  /** What earlier steps left, and this one before a crash. */
  readonly state: Readonly<Record<string, unknown>>
  /** Kept with the operation at once, so a repeat of the step finds it. */
  readonly remember: (patch: Record<string, unknown>) => Promise<void>
  readonly now: Date
  /** Changes columns of the project itself. */
  readonly updateProject: (patch: ProjectPatch) => Promise<void>
  /** It had to be started on another port than its own. */
  readonly movePort: (port: number) => Promise<void>
  /** Opens what was sealed into the operation's input. */
  readonly unseal: (sealed: string) => string
  /** The other way round, for what a step has to remember. */
  readonly seal: (text: string) => string
  readonly sealSecrets: (secrets: ProjectSecrets) => Buffer
  /** Tells who watches how far a long step is; it may be called as often as one likes. */
  readonly report: Progress
  /** Aborts when somebody cancels. */
  readonly signal: AbortSignal
}

export type ProjectPatch = {
  readonly db_version?: string
  readonly instance_size?: string
  readonly postgres_engine?: string
  readonly deleted_at?: Date | null
  readonly secrets?: Buffer
  readonly jwt_issued_at?: Date
}

/** One part of an operation: safe to repeat after it was cut off anywhere. */
export type Step = {
  readonly name: string
  /** For the person watching. */
  readonly label: string
  readonly run: (context: StepContext) => Promise<void>
  /**
   * Takes back what `run` did, wherever it stopped: when the operation is cancelled, or failed and is
   * one that leaves the project as it was. The undo of a later step has run before.
   */
  readonly undo?: (context: StepContext) => Promise<void>
  /** Once it has begun nothing is taken back any more: the operation is only ever finished. */
  readonly isFinal?: true
}

export type OperationDefinition = {
  readonly kind: OperationKind
  /** The row of the status table that says when it may begin; none where it only follows another. */
  readonly action: ProjectAction | undefined
  /** Where the project stands meanwhile; undefined leaves its status alone. */
  readonly during: ProjectStatus | undefined
  readonly succeeded: ProjectStatus
  readonly failed: ProjectStatus
  /**
   * Where a failure leaves the project once every step has been taken back; `failed` is for one that
   * could not be. Undefined: nothing is taken back, and a retry goes on from the step that failed.
   */
  readonly undone?: ProjectStatus | 'as before'
  /** Where a cancelled one leaves the project; undefined: it cannot be cancelled. */
  readonly cancelled: ProjectStatus | 'as before' | undefined
  readonly steps: readonly Step[]
  /** Its success is the end of the project's record, too. */
  readonly removesProject?: true
  /** And so is its cancellation: there was no project before. */
  readonly cancelRemovesProject?: true
}

/** Whether an operation with these steps behind it can still be cancelled. */
export const canBeCancelled = (
  { cancelled, steps }: OperationDefinition,
  stored: readonly { readonly name: string; readonly status: string }[],
): boolean =>
  cancelled !== undefined &&
  !steps.some(
    ({ name, isFinal }) =>
      isFinal && stored.some((step) => step.name === name && step.status !== 'pending'),
  )

const Begun = z.object({ began_as: ProjectStatus.optional() })

/** Where the project stood when the operation began; a new one stood nowhere. */
export const beganAs = (state: Readonly<Record<string, unknown>>): ProjectStatus | undefined =>
  Begun.parse(state).began_as

/** Statuses in which a project is meant to run. */
export const isMeantToRun = (status: ProjectStatus | undefined): boolean =>
  status === 'ACTIVE_HEALTHY' || status === 'ACTIVE_UNHEALTHY' || status === 'PAUSE_FAILED'

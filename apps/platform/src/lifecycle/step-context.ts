import type { ProjectRow } from '#app/base/context.ts'
import type { SecretBox } from '#app/base/secret-box.ts'
import { projectStore, type ProjectStore } from '#app/db/project-store.ts'
import type { Engine } from '#app/engine/engine.ts'
import type { Claim } from './claim.ts'
import type { StepContext } from './definition.ts'
import type { OperationRow, OperationStore } from './operation-store.ts'
import { placementOf, sealSecrets } from './placement.ts'

export type ContextDeps = {
  readonly operations: OperationStore
  readonly projects: ProjectStore
  readonly engine: Engine
  readonly secrets: SecretBox
  readonly clock: () => Date
}

type Parts = {
  readonly operation: OperationRow
  readonly project: ProjectRow
  readonly claim: Claim
  readonly state: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
  readonly report?: StepContext['report']
}

/** What a step is given. */
export function contextFor(
  { operations, engine, secrets, clock }: ContextDeps,
  { operation, project, claim, state, signal, report = () => undefined }: Parts,
): StepContext {
  const remembered = { ...state }
  return {
    project,
    placement: placementOf(secrets, project),
    engine,
    input: operation.input,
    state: remembered,
    async remember(patch) {
      await operations.remember(claim, patch)
      Object.assign(remembered, patch)
    },
    now: clock(),
    updateProject: (patch) =>
      operations.whileHeld(claim, (trx) => projectStore(trx).patch(project.id, patch)),
    movePort: (port) =>
      operations.whileHeld(claim, (trx) => projectStore(trx).movePort(project, port)),
    unseal: (sealed) => secrets.open(Buffer.from(sealed, 'base64'), `project ${project.ref}`),
    seal: (text) => secrets.seal(text, `project ${project.ref}`).toString('base64'),
    sealSecrets: (changed) => sealSecrets(secrets, project.ref, changed),
    signal,
    report,
  }
}

/** As it is now: the step before may have changed it. */
export async function freshProject(
  projects: ProjectStore,
  operation: OperationRow,
): Promise<ProjectRow> {
  const project = await projects.byId(operation.project_id)
  if (!project) throw new Error('The project of this operation is gone')
  return project
}

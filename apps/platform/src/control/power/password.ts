import { projectCan, ProjectStatus, statusInWords } from '@plinth/contract'
import { scramVerifier } from '@plinth/postgres'
import { AppError } from '#app/base/app-error.ts'
import type { ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import type { Engine } from '#app/engine/engine.ts'
import { placementOf } from '#app/lifecycle/placement.ts'

type PasswordDeps = Pick<Deps, 'secrets'> & { readonly engine: Engine }

/** A new password of the owner's role; the password itself reaches neither the server nor a log. */
export async function resetPassword(
  { engine, secrets }: PasswordDeps,
  project: ProjectRow,
  password: string,
): Promise<void> {
  const status = ProjectStatus.parse(project.status)
  if (!projectCan('query', status)) {
    const message = `The password can be changed when the project is active. It is ${statusInWords(status)} now`
    throw new AppError('WRONG_PROJECT_STATUS', { message, data: { status } })
  }
  const observed = engine.observe(project.ref)
  if (observed.state !== 'running') throw new AppError('PROJECT_UNREACHABLE')
  const placement = { ...placementOf(secrets, project), port: observed.port }
  await engine.secure(placement, await scramVerifier(password))
}

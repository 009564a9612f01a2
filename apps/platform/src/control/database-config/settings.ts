import { isTransitional, projectCan, ProjectStatus } from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import type { ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import type { Engine } from '#app/engine/engine.ts'
import { placementOf, StoredDatabaseSettings } from '#app/lifecycle/placement.ts'

export type SettingsDeps = Pick<Deps, 'db' | 'secrets' | 'bus'> & { readonly engine: Engine }

export const settingsOf = (row: ProjectRow): StoredDatabaseSettings =>
  StoredDatabaseSettings.parse(row.database_settings)

/** A paused project has them from its next start on; one that is on its way somewhere has to arrive first. */
export function assertChangeable(row: ProjectRow): { isRunning: boolean } {
  const status = ProjectStatus.parse(row.status)
  if (isTransitional(status)) {
    const message = 'Wait for the operation that is running on this project'
    throw new AppError('WRONG_PROJECT_STATUS', { message, data: { status } })
  }
  return { isRunning: projectCan('query', status) }
}

export async function keepSettings(
  { db, bus }: Pick<SettingsDeps, 'db' | 'bus'>,
  row: ProjectRow,
  settings: StoredDatabaseSettings,
): Promise<ProjectRow> {
  await db
    .updateTable('projects')
    .set({ database_settings: JSON.stringify(settings), updated_at: new Date() })
    .where('id', '=', row.id)
    .execute()
  const { ref, organization_slug } = row
  const status = ProjectStatus.parse(row.status)
  await bus.publish({ topic: 'project', ref, organization_slug, status })
  return { ...row, database_settings: settings }
}

type AccessChange = Partial<Pick<StoredDatabaseSettings, 'requiresTls' | 'cidrs' | 'cidrsV6'>>

/** Applied first and kept then: what could not be applied is not shown as if it were. */
export async function changeAccess(deps: SettingsDeps, row: ProjectRow, change: AccessChange) {
  const { isRunning } = assertChangeable(row)
  const settings = { ...settingsOf(row), ...change }
  if (isRunning) await apply(deps, { ...row, database_settings: settings })
  return { settings: settingsOf(await keepSettings(deps, row, settings)), isRunning }
}

async function apply({ engine, secrets }: SettingsDeps, row: ProjectRow) {
  const observed = engine.observe(row.ref)
  if (observed.state !== 'running') throw new AppError('PROJECT_UNREACHABLE')
  try {
    await engine.applyAccess({ ...placementOf(secrets, row), port: observed.port })
  } catch (cause) {
    throw new AppError('PROJECT_UNREACHABLE', { cause })
  }
}

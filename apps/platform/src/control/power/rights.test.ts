import { type ProjectStatus, ROLES } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addonHandlers } from '#app/control/addons/handlers.ts'
import { backupHandlers } from '#app/control/backups/handlers.ts'
import { diskHandlers } from '#app/control/disk/handlers.ts'
import { projectHandlers } from '#app/control/projects/handlers.ts'
import { resourceHandlers } from '#app/control/resources/handlers.ts'
import type { As, Failure, Method } from '#test/harness.ts'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { powerHandlers } from './handlers.ts'

let t: RunningApp
beforeAll(async () => {
  t = await runningApp({
    router: (parts: RunningParts) => {
      const project = projectHandlers({ ...parts, databaseHost: '127.0.0.1', gatewayUrl: '' })
      const { v1Power, power } = powerHandlers({ ...parts, presentProject: project.present })
      const { v1Backups, backups } = backupHandlers(parts)
      return {
        ...addonHandlers(parts),
        power,
        backups,
        disk: diskHandlers(parts),
        projects: project.projects,
        resources: resourceHandlers(parts),
        v1: { projects: { ...project.v1Projects, ...v1Power, ...v1Backups } },
      }
    },
  })
})
afterAll(() => t[Symbol.asyncDispose]())

type Asked = { readonly call: string; readonly body?: object; readonly status?: ProjectStatus }

const DISK = { type: 'gp3', size_gb: 9, iops: 3000, throughput_mbps: 125 }
const GROWTH = { growth_percent: 20, min_increment_gb: null, max_size_gb: null }
const PITR = { addon_type: 'pitr', addon_variant: 'pitr_7' }
const BACKUP = { id: '20260101T000000000Z-requested' }
const MOMENT = { recovery_time_target_unix: 1 }

/** Everything that moves a project, or what it costs and can be brought back to. */
const CALLS: readonly Asked[] = [
  { call: 'POST /platform/projects/:ref/pause' },
  { call: 'POST /platform/projects/:ref/restore', body: {}, status: 'INACTIVE' },
  { call: 'POST /platform/projects/:ref/restart', body: { scope: 'database' } },
  { call: 'POST /platform/projects/:ref/resize', body: { desired_instance_size: 'small' } },
  { call: 'POST /platform/projects/:ref/transfer', body: { target_organization_slug: 'nowhere' } },
  { call: 'PATCH /platform/projects/:ref', body: { name: 'Renamed' } },
  { call: 'DELETE /platform/projects/:ref' },
  { call: 'POST /platform/projects/:ref/disk', body: { attributes: DISK } },
  { call: 'POST /platform/projects/:ref/disk/custom-config', body: GROWTH },
  { call: 'POST /platform/projects/:ref/billing/addons', body: PITR },
  { call: 'DELETE /platform/projects/:ref/billing/addons/pitr_7' },
  { call: 'POST /platform/database/:ref/backups' },
  { call: 'POST /platform/database/:ref/backups/download', body: BACKUP },
  { call: 'POST /platform/database/:ref/backups/restore', body: BACKUP },
  { call: 'POST /platform/database/:ref/backups/pitr', body: MOMENT },
  { call: 'POST /platform/database/:ref/backups/verify' },
  {
    call: 'POST /platform/database/:ref/backups/restore-to-new-project',
    body: { name: 'Copy', ...BACKUP },
  },
  { call: 'POST /platform/storage/:ref/archive' },
  { call: 'POST /v1/projects/:ref/pause' },
  { call: 'POST /v1/projects/:ref/restore', body: {}, status: 'INACTIVE' },
  { call: 'POST /v1/projects/:ref/restart' },
  { call: 'POST /v1/projects/:ref/upgrade', body: { target_version: '18' } },
  { call: 'POST /v1/projects/:ref/database/backups' },
  { call: 'POST /v1/projects/:ref/database/backups/restore', body: BACKUP },
  { call: 'POST /v1/projects/:ref/database/backups/restore-pitr', body: MOMENT },
  { call: 'DELETE /v1/projects/:ref' },
]

/** A project that nothing works on, and one of these calls to it. */
async function answer(
  { id }: { readonly id: string },
  asked: Asked,
  { as, status = asked.status ?? 'ACTIVE_HEALTHY' }: { as: As; status?: ProjectStatus },
) {
  const { ref } = await t.makeProject({ id })
  await t.db
    .updateTable('projects')
    .set({ status, host: 'elsewhere' })
    .where('ref', '=', ref)
    .execute()
  const [method = '', path = ''] = asked.call.split(' ')
  const { body, status: code } = await t.call<Failure | undefined>(
    method as Method, // of the list above
    path.replace(':ref', ref),
    { as, ...(asked.body && { body: asked.body }) },
  )
  const record = await t.db
    .selectFrom('audit_log')
    .select(['action', 'outcome'])
    .where('project_ref', '=', ref)
    .execute()
  const said = code < 400 ? String(code) : (body?.code ?? String(code))
  return { said: [said, body?.data?.['permission']].filter(Boolean).join(' '), record, ref }
}

async function people() {
  const { organization, as } = await t.cast()
  await t.db
    .updateTable('organizations')
    .set({ plan: 'enterprise' })
    .where('id', '=', organization.id)
    .execute()
  const roles = await Promise.all(
    ROLES.map(async (role) => ({ role, as: (await t.makeMember(organization, role)).as })),
  )
  return { organization, as, roles }
}

test('who may do what to a project', async () => {
  const { organization, roles } = await people()
  const rows: Record<string, string> = {}
  for (const asked of CALLS) {
    const said: string[] = []
    for (const { role, as } of roles) {
      said.push(`${role} ${(await answer(organization, asked, { as })).said}`)
    }
    rows[asked.call] = said.join(', ')
  }
  expect(rows).toMatchInlineSnapshot(`
    {
      "DELETE /platform/projects/:ref": "owner 200, administrator 200, developer FORBIDDEN projects:delete, read_only FORBIDDEN projects:delete",
      "DELETE /platform/projects/:ref/billing/addons/pitr_7": "owner ADDON_NOT_FOUND, administrator ADDON_NOT_FOUND, developer FORBIDDEN billing:write, read_only FORBIDDEN billing:write",
      "DELETE /v1/projects/:ref": "owner 200, administrator 200, developer FORBIDDEN projects:delete, read_only FORBIDDEN projects:delete",
      "PATCH /platform/projects/:ref": "owner 200, administrator 200, developer FORBIDDEN projects:update, read_only FORBIDDEN projects:update",
      "POST /platform/database/:ref/backups": "owner 201, administrator 201, developer 201, read_only FORBIDDEN backups:write",
      "POST /platform/database/:ref/backups/download": "owner BACKUP_NOT_FOUND, administrator BACKUP_NOT_FOUND, developer BACKUP_NOT_FOUND, read_only FORBIDDEN backups:write",
      "POST /platform/database/:ref/backups/pitr": "owner PITR_NOT_ENABLED, administrator PITR_NOT_ENABLED, developer PITR_NOT_ENABLED, read_only FORBIDDEN backups:write",
      "POST /platform/database/:ref/backups/restore": "owner BACKUP_NOT_FOUND, administrator BACKUP_NOT_FOUND, developer BACKUP_NOT_FOUND, read_only FORBIDDEN backups:write",
      "POST /platform/database/:ref/backups/restore-to-new-project": "owner BACKUP_NOT_FOUND, administrator BACKUP_NOT_FOUND, developer BACKUP_NOT_FOUND, read_only FORBIDDEN backups:write",
      "POST /platform/database/:ref/backups/verify": "owner BACKUP_NOT_FOUND, administrator BACKUP_NOT_FOUND, developer BACKUP_NOT_FOUND, read_only FORBIDDEN backups:write",
      "POST /platform/projects/:ref/billing/addons": "owner ADDON_UNAVAILABLE, administrator ADDON_UNAVAILABLE, developer FORBIDDEN billing:write, read_only FORBIDDEN billing:write",
      "POST /platform/projects/:ref/disk": "owner 200, administrator 200, developer FORBIDDEN infra:write, read_only FORBIDDEN infra:write",
      "POST /platform/projects/:ref/disk/custom-config": "owner 200, administrator 200, developer FORBIDDEN infra:write, read_only FORBIDDEN infra:write",
      "POST /platform/projects/:ref/pause": "owner 200, administrator 200, developer FORBIDDEN projects:pause, read_only FORBIDDEN projects:pause",
      "POST /platform/projects/:ref/resize": "owner 200, administrator 200, developer FORBIDDEN infra:write, read_only FORBIDDEN infra:write",
      "POST /platform/projects/:ref/restart": "owner 200, administrator 200, developer 200, read_only FORBIDDEN projects:restart",
      "POST /platform/projects/:ref/restore": "owner 200, administrator 200, developer FORBIDDEN infra:restore, read_only FORBIDDEN infra:restore",
      "POST /platform/projects/:ref/transfer": "owner ORGANIZATION_NOT_FOUND, administrator FORBIDDEN projects:transfer, developer FORBIDDEN projects:transfer, read_only FORBIDDEN projects:transfer",
      "POST /platform/storage/:ref/archive": "owner STORAGE_ARCHIVE_NOT_FOUND, administrator STORAGE_ARCHIVE_NOT_FOUND, developer STORAGE_ARCHIVE_NOT_FOUND, read_only FORBIDDEN backups:write",
      "POST /v1/projects/:ref/database/backups": "owner 201, administrator 201, developer 201, read_only FORBIDDEN backups:write",
      "POST /v1/projects/:ref/database/backups/restore": "owner BACKUP_NOT_FOUND, administrator BACKUP_NOT_FOUND, developer BACKUP_NOT_FOUND, read_only FORBIDDEN backups:write",
      "POST /v1/projects/:ref/database/backups/restore-pitr": "owner PITR_NOT_ENABLED, administrator PITR_NOT_ENABLED, developer PITR_NOT_ENABLED, read_only FORBIDDEN backups:write",
      "POST /v1/projects/:ref/pause": "owner 200, administrator 200, developer FORBIDDEN projects:pause, read_only FORBIDDEN projects:pause",
      "POST /v1/projects/:ref/restart": "owner 200, administrator 200, developer 200, read_only FORBIDDEN projects:restart",
      "POST /v1/projects/:ref/restore": "owner 200, administrator 200, developer FORBIDDEN infra:restore, read_only FORBIDDEN infra:restore",
      "POST /v1/projects/:ref/upgrade": "owner 201, administrator 201, developer FORBIDDEN infra:write, read_only FORBIDDEN infra:write",
    }
  `)
})

test('what is asked of a project on its way elsewhere', async () => {
  const { organization, as } = await people()
  const rows: Record<string, string> = {}
  for (const asked of CALLS) {
    rows[asked.call] = (
      await answer(organization, asked, { as: as.member, status: 'UPGRADING' })
    ).said
  }
  expect(rows).toMatchInlineSnapshot(`
    {
      "DELETE /platform/projects/:ref": "WRONG_PROJECT_STATUS",
      "DELETE /platform/projects/:ref/billing/addons/pitr_7": "ADDON_NOT_FOUND",
      "DELETE /v1/projects/:ref": "WRONG_PROJECT_STATUS",
      "PATCH /platform/projects/:ref": "200",
      "POST /platform/database/:ref/backups": "WRONG_PROJECT_STATUS",
      "POST /platform/database/:ref/backups/download": "BACKUP_NOT_FOUND",
      "POST /platform/database/:ref/backups/pitr": "PITR_NOT_ENABLED",
      "POST /platform/database/:ref/backups/restore": "BACKUP_NOT_FOUND",
      "POST /platform/database/:ref/backups/restore-to-new-project": "BACKUP_NOT_FOUND",
      "POST /platform/database/:ref/backups/verify": "BACKUP_NOT_FOUND",
      "POST /platform/projects/:ref/billing/addons": "ADDON_UNAVAILABLE",
      "POST /platform/projects/:ref/disk": "200",
      "POST /platform/projects/:ref/disk/custom-config": "200",
      "POST /platform/projects/:ref/pause": "WRONG_PROJECT_STATUS",
      "POST /platform/projects/:ref/resize": "WRONG_PROJECT_STATUS",
      "POST /platform/projects/:ref/restart": "WRONG_PROJECT_STATUS",
      "POST /platform/projects/:ref/restore": "WRONG_PROJECT_STATUS",
      "POST /platform/projects/:ref/transfer": "WRONG_PROJECT_STATUS",
      "POST /platform/storage/:ref/archive": "STORAGE_ARCHIVE_NOT_FOUND",
      "POST /v1/projects/:ref/database/backups": "WRONG_PROJECT_STATUS",
      "POST /v1/projects/:ref/database/backups/restore": "BACKUP_NOT_FOUND",
      "POST /v1/projects/:ref/database/backups/restore-pitr": "PITR_NOT_ENABLED",
      "POST /v1/projects/:ref/pause": "WRONG_PROJECT_STATUS",
      "POST /v1/projects/:ref/restart": "WRONG_PROJECT_STATUS",
      "POST /v1/projects/:ref/restore": "WRONG_PROJECT_STATUS",
      "POST /v1/projects/:ref/upgrade": "WRONG_PROJECT_STATUS",
    }
  `)
})

test('each of them is on record, with what came of it', async () => {
  const { organization, as } = await people()
  const rows: Record<string, string> = {}
  for (const asked of CALLS) {
    const { record, said } = await answer(organization, asked, { as: as.member })
    rows[asked.call] = record.map(({ action, outcome }) => `${action} ${outcome}`).join(', ')
    expect(rows[asked.call], said).toMatch(/ (succeeded|failed)$/)
  }
  expect(rows).toMatchInlineSnapshot(`
    {
      "DELETE /platform/projects/:ref": "projects.delete succeeded",
      "DELETE /platform/projects/:ref/billing/addons/pitr_7": "addons.remove failed",
      "DELETE /v1/projects/:ref": "v1.projects.delete succeeded",
      "PATCH /platform/projects/:ref": "projects.rename succeeded",
      "POST /platform/database/:ref/backups": "backups.create succeeded",
      "POST /platform/database/:ref/backups/download": "backups.download failed",
      "POST /platform/database/:ref/backups/pitr": "backups.restoreToMoment failed",
      "POST /platform/database/:ref/backups/restore": "backups.restore failed",
      "POST /platform/database/:ref/backups/restore-to-new-project": "backups.restoreToNewProject failed",
      "POST /platform/database/:ref/backups/verify": "backups.verify failed",
      "POST /platform/projects/:ref/billing/addons": "addons.select failed",
      "POST /platform/projects/:ref/disk": "disk.update succeeded",
      "POST /platform/projects/:ref/disk/custom-config": "disk.updateConfig succeeded",
      "POST /platform/projects/:ref/pause": "power.pause succeeded",
      "POST /platform/projects/:ref/resize": "resources.resize succeeded",
      "POST /platform/projects/:ref/restart": "power.restart succeeded",
      "POST /platform/projects/:ref/restore": "power.restore succeeded",
      "POST /platform/projects/:ref/transfer": "power.transfer failed",
      "POST /platform/storage/:ref/archive": "backups.createStorageArchive failed",
      "POST /v1/projects/:ref/database/backups": "v1.projects.createBackup succeeded",
      "POST /v1/projects/:ref/database/backups/restore": "v1.projects.restoreBackup failed",
      "POST /v1/projects/:ref/database/backups/restore-pitr": "v1.projects.restorePitr failed",
      "POST /v1/projects/:ref/pause": "v1.projects.pause succeeded",
      "POST /v1/projects/:ref/restart": "v1.projects.restart succeeded",
      "POST /v1/projects/:ref/restore": "v1.projects.restore succeeded",
      "POST /v1/projects/:ref/upgrade": "power.upgrade succeeded",
    }
  `)
})

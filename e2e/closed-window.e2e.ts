import { claimOwner, emailOf, PASSWORD } from './accounts.ts'
import { makeProject, query, untilStatus } from './api.ts'
import { expect, test } from './fixtures.ts'
import { dataFolder, removeFolder, startPlatform } from './platform.ts'

const DATABASE_PASSWORD = 'a-password-of-this-test-1'

// a platform whose control database is a project of another one: so its days can be turned back
test('a project that was paused for too long gives its backups, and is not restored', async ({
  page,
  world,
  project,
}) => {
  const { api } = world
  const path = `/platform/projects/${project.ref}`
  await api.must('PATCH', `${path}/db-password`, { password: DATABASE_PASSWORD })
  const { db_port: port } = await api.must('GET', path)
  const dataDir = await dataFolder()
  const control = `postgresql://postgres:${DATABASE_PASSWORD}@127.0.0.1:${String(port)}/postgres`
  const platform = await startPlatform({ dataDir, env: { PLINTH_DATABASE_URL: control } })
  const owner = await claimOwner(platform)
  const { slug } = await owner.must('POST', '/v1/organizations', { name: 'Attic' })
  const ref = await makeProject(owner, String(slug), 'Old things')
  await owner.must('POST', `/platform/projects/${ref}/pause`)
  await untilStatus(owner, ref, 'INACTIVE')
  const turned = await query(
    api,
    project.ref,
    `update operations set finished_at = finished_at - interval '100 days' where kind = 'pause'`,
  )
  expect(turned.status).toBeLessThan(300)

  const data = { email: emailOf('owner'), password: PASSWORD }
  await page.request.post(`${platform.url}/platform/auth/sign-in`, { data })
  await page.goto(`${platform.url}/project/${ref}`)
  await expect(page.getByRole('heading', { name: 'Old things is paused' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(0)
  const saving = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Download/ })
    .first()
    .click()
  expect((await saving).suggestedFilename()).toMatch(/Old|old/)
  const refused = await owner.call('POST', `/platform/projects/${ref}/restore`, {})
  expect(refused.status).toBeGreaterThanOrEqual(400)
  await platform.stop()
  await removeFolder(dataDir)
})

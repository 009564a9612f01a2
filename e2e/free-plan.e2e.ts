import { makeProject, untilStatus } from './api.ts'
import { expect, test } from './fixtures.ts'

test('on the free plan a paused project waits until its owners have room for it', async ({
  page,
  as,
  world: { api },
}) => {
  const made = await api.must('POST', '/v1/organizations', { name: 'Frugal', plan: 'free' })
  const slug = String(made['slug'])
  const pause = async (ref: string) => {
    await api.must('POST', `/platform/projects/${ref}/pause`, {})
    await untilStatus(api, ref, 'INACTIVE')
  }
  const ref = await makeProject(api, slug, 'Winter shop')
  await pause(ref)
  const others = [await makeProject(api, slug, 'One'), await makeProject(api, slug, 'Two')]

  await as('owner')
  await page.goto(`/project/${ref}`)
  await expect(page.getByRole('heading', { name: 'Winter shop is paused' })).toBeVisible()
  await expect(page.getByText(/90 days/)).toBeVisible()
  const restore = page.getByRole('button', { name: 'Restore project' })
  await restore.click()
  const limit = page.getByRole('dialog', { name: 'The limit of free projects is reached' })
  await expect(limit.getByRole('row', { name: /Olive Owner/ })).toContainText('2 of 2')
  await limit.getByRole('button', { name: 'Understood' }).click()

  // made room for elsewhere, while this page stays open
  await pause(others[0] ?? '')
  await expect(limit).toHaveCount(0)
  await restore.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Restoration complete' })).toBeVisible()
  for (const each of [ref, ...others]) await api.must('DELETE', `/v1/projects/${each}`)
})

import { expect, test } from './fixtures.ts'
import { processesStartedWith } from './processes.ts'

// each comes back later than the one before; after the fourth it takes five seconds
const DEATHS = 4

test('while the data API does not come up its project says so, and leads on once it does', async ({
  page,
  as,
  project,
}) => {
  const running = () => processesStartedWith(`/${project.ref}/rest-`)
  for (let death = 0; death < DEATHS; death++) {
    await expect.poll(running, { timeout: 10_000 }).toHaveLength(1)
    const [pid = 0] = await running()
    process.kill(pid, 'SIGKILL')
    // the first is back before one can look a second time
    await expect.poll(running).not.toContain(pid)
  }
  await as('developer')
  await page.goto(`/project/${project.ref}`)
  await expect(page.getByRole('heading', { name: `Connecting to ${project.name}` })).toBeVisible()
  // what needs no REST API stays within reach
  await page.getByRole('link', { name: 'Logs' }).click()
  await expect(page.getByRole('heading', { name: 'API Gateway' })).toBeVisible()
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { name: project.name, exact: true })).toBeVisible()
})

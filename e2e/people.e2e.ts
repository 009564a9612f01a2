import { AxeBuilder } from '@axe-core/playwright'
import { emailOf, PASSWORD } from './accounts.ts'
import { expect, test } from './fixtures.ts'

test('a wrong password is refused, and the right one leads on', async ({ page, world }) => {
  await page.goto(`/org/${world.organization.slug}`)
  await page.waitForURL('**/sign-in**')
  await page.getByLabel('E-mail address').fill(emailOf('developer'))
  await page.getByLabel('Password', { exact: true }).fill('not-the-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('The e-mail address or the password is wrong')).toBeVisible()

  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`**/org/${world.organization.slug}`)
})

test('a read-only member reads, and the database itself refuses the rest', async ({
  page,
  as,
  project,
}) => {
  await as('read_only')
  await page.goto(`/project/${project.ref}/sql`)
  const editor = page.getByRole('textbox', { name: 'SQL query' })
  await editor.focus()
  await page.keyboard.insertText('create table not_mine (n int)')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText(/ERROR: .*(read-only transaction|permission denied)/)).toBeVisible()
})

test('an owner may create a project, a developer sees why not', async ({ page, as, world }) => {
  await as('owner')
  await page.goto(`/org/${world.organization.slug}`)
  await expect(page.getByRole('link', { name: /new project/i }).first()).toBeVisible()

  await page.context().clearCookies()
  await as('developer')
  await page.goto(`/org/${world.organization.slug}`)
  const create = page.getByText('New project').first()
  await create.hover()
  await expect(page.getByRole('tooltip')).toContainText(/permission/i)
})

test('another organization looks absent to a stranger', async ({ page, as, world }) => {
  const other = await world.api.must('POST', '/v1/organizations', { name: 'Elsewhere' })
  await as('developer')
  await page.goto(`/org/${String(other['slug'])}`)
  await expect(page.getByText(/not found|nothing at this address/i).first()).toBeVisible()
})

test('signing out everywhere ends the other device at once', async ({
  browser,
  page,
  as,
  world,
}) => {
  await as('administrator')
  await page.goto('/organizations')
  const elsewhere = await browser.newContext({ baseURL: world.platform.url })
  const other = await elsewhere.newPage()
  const data = { email: emailOf('administrator'), password: PASSWORD }
  await other.request.post('/platform/auth/sign-in', { data })
  await other.goto('/account/security')
  await other.getByRole('button', { name: 'Sign out everywhere' }).click()
  const confirm = other.getByRole('dialog').getByRole('button', { name: /sign out/i })
  if (await confirm.isVisible().catch(() => false)) await confirm.click()
  await other.waitForURL('**/sign-in**')
  const answer = await page.request.get('/platform/auth/session')
  expect(answer.status()).toBe(401)
  await elsewhere.close()
})

for (const theme of ['light', 'dark'] as const) {
  test(`the main pages have no accessibility faults (${theme})`, async ({
    page,
    as,
    world,
    project,
  }) => {
    await page.emulateMedia({ colorScheme: theme })
    await as('owner')
    for (const path of [
      '/organizations',
      `/org/${world.organization.slug}`,
      `/new/${world.organization.slug}`,
      `/project/${project.ref}`,
      `/project/${project.ref}/settings/general`,
    ]) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      // experimental, and it takes the initials of an avatar for a visible label
      const builder = new AxeBuilder({ page }).disableRules(['label-content-name-mismatch'])
      const { violations } = await builder.analyze()
      expect(violations.map(({ id, nodes }) => `${path} ${id} ${nodes[0]?.html}`)).toEqual([])
    }
  })
}

test('nothing the pages do breaks their own content security policy', async ({
  page,
  as,
  project,
}) => {
  const broken: string[] = []
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) broken.push(message.text())
  })
  await as('owner')
  for (const path of ['/organizations', `/project/${project.ref}`, `/project/${project.ref}/sql`]) {
    await page.goto(path)
    await page.getByRole('main').waitFor()
  }
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(broken).toEqual([])
})

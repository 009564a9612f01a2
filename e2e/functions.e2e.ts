import type { Page } from '@playwright/test'
import { anonKeyOf, deployFunction } from './api.ts'
import { expect, test } from './fixtures.ts'

/** All of an editor's text, in place of what stands there. */
async function write(page: Page, code: string) {
  await page.locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(code)
}

async function answerOf(page: Page) {
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Send request' }).click()
  const answer = sheet.getByRole('region', { name: 'Answer' })
  await expect(answer).toBeVisible()
  const text = await answer.innerText()
  await sheet.getByRole('button', { name: 'Close' }).click()
  return text
}

test('a function is written, deployed, called, watched, changed and deleted', async ({
  page,
  as,
  project,
}) => {
  const start = `/project/${project.ref}/functions`
  await as('developer')
  await page.goto(start)
  await page.getByRole('link', { name: /^Hello/ }).click()
  await page.getByRole('button', { name: 'Deploy' }).click()
  await expect(page.getByText('Enter a name with at least one letter')).toBeVisible()
  await page.getByLabel('Name').fill('Greeting Service')
  await expect(page.getByText('…/functions/v1/greeting-service')).toBeVisible()
  await page.locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText('// to be greeted\n')
  await page.getByRole('button', { name: 'Deploy' }).click()
  const deployed = page.getByText('Successfully deployed edge function', { exact: true })
  await expect(deployed).toBeVisible()
  await expect(page).toHaveURL(/greeting-service\/details$/)
  expect(await answerOf(page)).toContain('Hello, Ada')

  await page.getByRole('link', { name: 'Code' }).click()
  await write(page, `import { hi } from './hi.ts'\nDeno.serve(() => new Response(hi))\n`)
  await page.getByRole('button', { name: 'Deploy' }).click()
  await expect(page.getByText('This was not deployed')).toBeVisible()
  await expect(page.getByText('at index.ts:1:')).toBeVisible()
  await page.getByRole('link', { name: 'Details' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Add a file' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('../hi.ts')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('A path leads down from the function’s folder')).toBeVisible()
  await dialog.getByLabel('Name').fill('hi.ts')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await write(page, `console.log('somebody came')\nexport const hi = 'Good day'\n`)
  await page.keyboard.press('ControlOrMeta+S')
  await expect(page.getByText('Version 2, as it runs')).toBeVisible()
  expect(await answerOf(page)).toContain('Good day')

  await page.getByRole('link', { name: 'Invocations' }).click()
  await expect(page.getByText('POST /greeting-service').first()).toBeVisible()
  await page.getByRole('navigation', { name: 'Function' }).getByText('Logs').click()
  await expect(page.getByText('somebody came')).toBeVisible()

  await page.getByRole('link', { name: 'Details' }).click()
  // one of them stands over the button
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  while ((await dismiss.count()) > 0) await dismiss.first().click()
  await page.getByRole('button', { name: 'Delete function' }).click()
  await dialog.getByRole('textbox').fill('greeting-service')
  await dialog.getByRole('button', { name: 'Delete this function' }).click()
  await expect(page.getByText('No edge functions yet')).toBeVisible()
})

test('code that is not deployed outlives a restart, and replaces no version unseen', async ({
  page,
  as,
  world,
  project,
}) => {
  const { api } = world
  const { ref } = project
  const slug = 'shared'
  const deploy = (text: string) =>
    deployFunction(api, ref, {
      slug,
      files: { 'index.ts': `Deno.serve(() => new Response('${text}'))`, 'other.ts': 'export {}' },
    })
  await deploy('first')
  await as('developer')
  await page.goto(`/project/${ref}/functions/${slug}/code`)
  await page.getByRole('tab', { name: 'index.ts' }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'other.ts' })).toBeFocused()
  await write(page, 'export const mine = 1')
  await api.must('POST', `/platform/projects/${ref}/restart`)
  await expect(page.getByRole('heading', { name: /is restarting$/ })).toBeVisible()
  await expect(page.getByText('Changed, and not deployed yet')).toBeVisible()

  await deploy('second')
  await page.getByRole('button', { name: 'Deploy' }).click()
  await expect(page.getByText('Version 2 was deployed while you were writing')).toBeVisible()
  await page.getByRole('button', { name: 'Deploy' }).click()
  await expect(page.getByText('Version 3, as it runs')).toBeVisible()

  await page.getByRole('tab', { name: 'other.ts' }).click()
  await write(page, 'export const mine = 2')
  await api.must('DELETE', `/v1/projects/${ref}/functions/${slug}`)
  await page.getByRole('button', { name: 'Deploy' }).click()
  await page.getByRole('button', { name: 'Deploy it anew' }).click()
  await expect(page.getByText('Version 1, as it runs')).toBeVisible()
  await expect(page.getByText('export const mine = 2')).toBeVisible()
})

test('what was being written comes back, also where another template was asked for', async ({
  page,
  as,
  world,
  project,
}) => {
  const { ref } = project
  await as('developer')
  await page.goto(`/project/${ref}/functions/new`)
  await write(page, '// my own')
  // the page of its status takes its place, and leads on to others
  await world.api.must('POST', `/platform/projects/${ref}/restart`)
  await expect(page.getByRole('heading', { name: /is restarting$/ })).toBeVisible()
  await expect(page.getByText('// my own')).toBeVisible()
  await page.evaluate(() => {
    const here = new URL(location.href)
    here.searchParams.set('template', 'stream')
    history.pushState({}, '', here)
  })
  await expect(page.getByText('This is what you were writing before.')).toBeVisible()
  await expect(page.getByText('// my own')).toBeVisible()
  await page.getByRole('button', { name: /^Begin with/ }).click()
  await expect(page.getByText('// my own')).toHaveCount(0)
})

test('secrets are set and replaced, reach functions, and are never shown', async ({
  page,
  as,
  world,
  project,
}) => {
  const { api } = world
  const url = await deployFunction(api, project.ref, {
    slug: 'reader',
    verifyJwt: false,
    files: { 'index.ts': `Deno.serve(() => new Response(Deno.env.get('MAIL_KEY') ?? 'none'))` },
  })
  const read = async () => (await fetch(url)).text()
  await expect.poll(read).toBe('none')
  await as('administrator')
  await page.goto(`/project/${project.ref}/functions/secrets`)
  await page.getByRole('button', { name: 'Set secrets' }).click()
  const dialog = page.getByRole('dialog')
  const send = () => dialog.getByRole('button', { name: 'Set secrets' }).click()
  await dialog.getByLabel('Secrets').fill('PLINTH_URL=x')
  await send()
  await expect(dialog.getByText('Names that begin with PLINTH_ are set by')).toBeVisible()
  await dialog.getByLabel('Secrets').fill('# mail\nMAIL_KEY="swordfish"\nOTHER=1')
  await send()
  await expect(page.getByRole('rowheader', { name: 'MAIL_KEY' })).toBeVisible()
  await expect.poll(read).toBe('swordfish')
  await page.reload()
  await expect(page.getByRole('rowheader', { name: 'MAIL_KEY' })).toBeVisible()
  expect(await page.content()).not.toContain('swordfish')
  await page.getByRole('button', { name: 'Delete MAIL_KEY' }).click()
  await dialog.getByRole('button', { name: 'Delete secret' }).click()
  await expect(page.getByRole('rowheader', { name: 'MAIL_KEY' })).toHaveCount(0)
  await expect.poll(read).toBe('none')
})

test('every template runs as it stands', async ({ page, as, world, project }) => {
  const start = `/project/${project.ref}/functions`
  const headers = { apikey: await anonKeyOf(world.api, project.ref) }
  await as('developer')
  await page.goto(start)
  const links = page.getByRole('region', { name: 'Begin with a template' }).getByRole('link')
  await expect(links.first()).toBeVisible()
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  const answers: Record<string, number> = {}
  for (const address of addresses) {
    const name = new URL(address ?? '', world.platform.url).searchParams.get('template') ?? ''
    await page.goto(address ?? '')
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Deploy' }).click()
    const url = await page.getByRole('textbox', { name: 'URL' }).inputValue()
    const answer = await fetch(name === 'routes' ? `${url}/health` : url, { headers })
    answers[name] = answer.status
    await answer.body?.cancel()
  }
  // the second wants a table's name, the third its secret
  expect(answers).toEqual({ hello: 200, rows: 400, webhook: 500, stream: 200, routes: 200 })
})

test('who may not deploy reads the code', async ({ page, as, world, project }) => {
  await deployFunction(world.api, project.ref, {
    slug: 'reader',
    files: { 'index.ts': `Deno.serve(() => new Response('x'))` },
  })
  await as('read_only')
  await page.goto(`/project/${project.ref}/functions/reader/code`)
  await expect(page.getByText('Deno.serve')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Deploy' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Add a file' })).toHaveCount(0)
})

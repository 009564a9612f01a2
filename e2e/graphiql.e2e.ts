import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

async function run(page: Page, query: string) {
  await page.locator('.graphiql-query-editor .view-lines').click()
  await page.keyboard.press('ControlOrMeta+A')
  // or the editor would put the first bracket around it
  await page.keyboard.press('Backspace')
  // key by key: the editor closes brackets, and types over those it closed
  await page.keyboard.type(query)
  await page.getByRole('button', { name: /^Execute query/ }).click()
}

test('each role of a project gets its own answers from GraphQL', async ({
  page,
  as,
  world,
  project,
}) => {
  await world.api.must('POST', `/v1/projects/${project.ref}/database/query`, {
    query: `create table books (id int primary key, title text not null);
            alter table books enable row level security;
            insert into books values (1, 'Emma')`,
  })
  const broken: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') broken.push(message.text())
  })
  await as('owner')
  await page.goto(`/project/${project.ref}`)
  await page.getByRole('link', { name: 'GraphQL' }).click()
  const answer = page.getByRole('region', { name: 'Result Window' })
  const books = '{ allBooks { nodes { title } } }'
  await run(page, books)
  await expect(answer).toContainText('"nodes": []')
  await page.getByRole('radio', { name: 'service_role' }).click()
  await expect(page.getByText('service_role passes by row-level security')).toBeVisible()
  await run(page, books)
  await expect(answer).toContainText('Emma')
  await run(page, '{ allMovies { nodes { title } } }')
  await expect(answer).toContainText('Cannot query field')
  await page.getByRole('radio', { name: 'authenticated' }).click()
  await page.getByLabel('User id').fill('somebody')
  await expect(page.getByText('Enter the id of a user, a UUID, or leave it empty.')).toBeVisible()
  // the content policy lets the editor do all it does
  expect(broken).toEqual([])
})

test('who may not change data may not ask either', async ({ page, as, project }) => {
  await as('read_only')
  await page.goto(`/project/${project.ref}/api/graphiql`)
  await expect(page.getByText(/permission/)).toBeVisible()
})

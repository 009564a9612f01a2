import { expect, test } from 'vitest'
import { EXAMPLE_PROJECTS } from './example-projects.ts'
import { headingOf } from './heading.ts'

test('the home of the default project welcomes, any other is called by its name', () => {
  expect(headingOf({ ref: 'default', name: 'Tideline' })).toBe('Welcome to your project')
  expect(headingOf({ ref: 'ruvrkwoiwunlqixjvrey', name: 'Tideline' })).toBe('Tideline')
})

test('thirteen examples, each with an address and a title of its own', () => {
  expect(EXAMPLE_PROJECTS.map(({ title }) => title)).toMatchInlineSnapshot(`
    [
      "Svelte kanban",
      "Next.js chat",
      "Next.js SaaS starter",
      "Expo starter",
      "NestJS auth",
      "React chat",
      "Next.js todo",
      "Svelte todo",
      "Flutter chat",
      "Swift user management",
      "Swift Slack clone",
      "Flutter MFA",
      "NuxtJS todo",
    ]
  `)
  expect(new Set(EXAMPLE_PROJECTS.map(({ url }) => url)).size).toBe(13)
  expect(EXAMPLE_PROJECTS.every(({ url }) => url.startsWith('https://github.com/'))).toBe(true)
})

import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

test('every style written into the page carries the nonce of its policy', async () => {
  const meta = document.createElement('meta')
  meta.setAttribute('property', 'csp-nonce')
  meta.nonce = 'abc123'
  document.head.append(meta)
  const before = new Set(document.querySelectorAll('style'))

  // imported here, because the nonce is read when the module is
  const { Dialog } = await import('./Dialog.tsx')
  const { Select } = await import('./Select.tsx')
  const { SqlEditor } = await import('#ui/sql-editor/index.ts')
  const screen = await render(
    <Dialog open onOpenChange={() => {}} title="Query">
      <Select
        aria-label="Role"
        value="a"
        onChange={() => {}}
        options={[{ value: 'a', label: 'anon' }]}
      />
      <SqlEditor aria-label="SQL" value="select 1" />
    </Dialog>,
  )
  await screen.getByRole('combobox', { name: 'Role' }).click()
  await expect.element(screen.getByRole('option', { name: 'anon' })).toBeVisible()

  const added = [...document.querySelectorAll('style')].filter(
    // the styles Vite itself serves while testing are links in the build
    (style) => !before.has(style) && !style.hasAttribute('data-vite-dev-id'),
  )
  expect(added.length).toBeGreaterThanOrEqual(3)
  expect(added.map((style) => style.nonce)).toEqual(added.map(() => 'abc123'))
})

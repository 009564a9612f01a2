import { createRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '#test/axe.ts'
import { SqlEditor, type SqlEditorHandle, type SqlEditorProps } from './SqlEditor.tsx'

const schema = {
  public: { users: ['id', 'email'], orders: ['id', 'user_id'] },
  auth: { sessions: ['token'] },
}

function Controlled({
  value: first,
  ...rest
}: Omit<SqlEditorProps, 'aria-label' | 'aria-labelledby'>) {
  const [value, setValue] = useState(first)
  return (
    <div style={{ height: 240 }}>
      <SqlEditor {...rest} aria-label="SQL" schema={schema} value={value} onChange={setValue} />
      <output>{value}</output>
      <button type="button" onClick={() => setValue('select 2')}>
        Load
      </button>
    </div>
  )
}

async function edit(props: Partial<SqlEditorProps> & { value: string }) {
  const screen = await render(<Controlled {...props} />)
  const editor = screen.getByRole('textbox', { name: 'SQL' })
  await editor.click()
  await userEvent.keyboard('{Control>}{End}{/Control}')
  return { screen, editor, text: screen.getByRole('status') }
}

test('typing is told, a value from outside is shown', async () => {
  const { screen, editor, text } = await edit({ value: 'select' })
  await userEvent.keyboard(' 1')
  await expect.element(text).toHaveTextContent('select 1')
  await screen.getByRole('button', { name: 'Load' }).click()
  await expect.element(editor).toHaveTextContent('select 2')
})

test('Mod+Enter runs everything, or the selection with its place', async () => {
  const onRun = vi.fn()
  await edit({ value: 'select 1;\nselect 2', onRun })
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await userEvent.keyboard('{Shift>}{Home}{/Shift}{Control>}{Enter}{/Control}')
  expect(onRun.mock.calls).toEqual([
    [{ sql: 'select 1;\nselect 2', from: 0, to: 18 }],
    [{ sql: 'select 2', from: 10, to: 18 }],
  ])
})

test('Mod+S saves', async () => {
  const onSave = vi.fn()
  await edit({ value: '', onSave })
  await userEvent.keyboard('{Control>}s{/Control}')
  expect(onSave).toHaveBeenCalledOnce()
})

test.each([
  { typed: 'select * from us', offers: 'users' },
  { typed: 'select * from auth.', offers: 'sessions' },
])('$typed offers $offers', async ({ typed, offers }) => {
  const { screen } = await edit({ value: '' })
  await userEvent.keyboard(typed)
  await expect.element(screen.getByRole('option', { name: offers })).toBeVisible()
})

test('an alias completes to the columns of its table', async () => {
  const { screen } = await edit({ value: 'select  from users u' })
  await userEvent.keyboard('{Home}{ArrowRight>7/}u.')
  await expect.element(screen.getByRole('option', { name: 'email' })).toBeVisible()
  await expect.element(screen.getByRole('option', { name: 'user_id' })).not.toBeInTheDocument()
})

test('an error is underlined and scrolled into sight', async () => {
  const filler = 'select 1;\n'.repeat(200)
  const { screen } = await edit({
    value: `${filler}selec 1`,
    error: { from: filler.length, to: filler.length + 5, message: 'syntax error' },
  })
  const mark = () => screen.container.querySelector('.cm-lintRange-error')
  await expect.poll(() => mark()?.textContent).toBe('selec')
  expect(screen.container.querySelector('.cm-lint-marker-error')).not.toBeNull()
})

test.each([
  { place: 'behind the end', from: 900, to: 950, marks: '1' },
  { place: 'a point in a word', from: 2, to: 2, marks: 'selec' },
])('an error $place is still marked', async ({ from, to, marks }) => {
  const { screen } = await edit({ value: 'selec 1', error: { from, to, message: 'syntax error' } })
  const mark = () => screen.container.querySelector('.cm-lintRange-error')
  await expect.poll(() => mark()?.textContent).toBe(marks)
})

test('the keyboard is not trapped: Tab indents, Escape then Tab leaves', async () => {
  const { screen, editor, text } = await edit({ value: 'x' })
  await userEvent.keyboard('{Home}{Tab}')
  await expect.poll(() => text.element().textContent).toBe('  x')
  await expect.element(editor).toHaveAccessibleDescription(/Press Escape, then Tab/)
  await userEvent.keyboard('{Escape}{Tab}')
  await expect.element(screen.getByRole('button', { name: 'Load' })).toHaveFocus()
})

test('read only takes no text', async () => {
  const { text } = await edit({ value: 'select 1', readOnly: true })
  await userEvent.keyboard('abc')
  expect(text.element().textContent).toBe('select 1')
})

test('a caller inserts at the cursor', async () => {
  const ref = createRef<SqlEditorHandle>()
  const { text } = await edit({ value: 'select ', ref })
  ref.current?.insert('now()')
  await expect.element(text).toHaveTextContent('select now()')
  expect(ref.current?.runnable()).toEqual({ sql: 'select now()', from: 0, to: 12 })
})

test('Mod+F opens the search, and all of it is accessible', async () => {
  const { screen } = await edit({ value: "select 'a', 1 -- note\nfrom users" })
  await expectAccessible()
  await userEvent.keyboard('{Control>}f{/Control}')
  await expect.element(screen.getByRole('textbox', { name: 'Find' })).toHaveFocus()
  await expectAccessible()
})

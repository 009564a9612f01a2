import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '#test/axe.ts'
import { TextConfirmDialog, type TextConfirmDialogProps } from './TextConfirmDialog.tsx'

async function open(props: Partial<TextConfirmDialogProps> = {}) {
  const onConfirm = vi.fn()
  const onOpenChange = vi.fn()
  const screen = await render(
    <TextConfirmDialog
      open
      onOpenChange={onOpenChange}
      title="Delete tideline"
      confirmString="tideline"
      onConfirm={onConfirm}
      {...props}
    />,
  )
  const input = screen.getByRole('textbox', { name: 'Type tideline to confirm.' })
  return { screen, input, onConfirm, onOpenChange }
}

test('only the exact text confirms, and the message follows what is typed', async () => {
  const { screen, input, onConfirm } = await open()
  const submit = screen.getByRole('button', { name: 'Submit' })
  await input.fill('Tideline')
  // not before the first try: nobody is told off while still typing
  await expect.element(input).not.toBeInvalid()
  await submit.click()
  await expect.element(input).toHaveAccessibleDescription('Value entered does not match')
  expect(onConfirm).not.toHaveBeenCalled()
  await input.fill('tideline')
  await expect.element(input).not.toBeInvalid()
  await input.fill('tidelin')
  await expect.element(input).toBeInvalid()
  await input.fill('tideline')
  await submit.click()
  expect(onConfirm).toHaveBeenCalledOnce()
})

test.each([
  { required: 'tideline', typed: '  tideline ' },
  { required: ' tideline ', typed: 'tideline' },
])('spaces around either side do not count: $typed', async ({ required, typed }) => {
  const { input, onConfirm } = await open({ confirmString: required })
  await input.fill(typed)
  await userEvent.keyboard('{Enter}')
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('there is no cancel button unless asked for', async () => {
  const { screen } = await open()
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
})

test('with cancel, own words, and an alert', async () => {
  const { screen, onOpenChange } = await open({
    blockDeleteButton: false,
    cancelLabel: 'Keep it',
    confirmLabel: 'Delete project',
    errorMessage: 'That is another name',
    alert: { tone: 'critical', title: 'This cannot be undone' },
  })
  await expect.element(screen.getByRole('alert')).toHaveTextContent('This cannot be undone')
  await screen.getByRole('button', { name: 'Delete project' }).click()
  await expect.element(screen.getByText('That is another name')).toBeVisible()
  await expectAccessible()
  await screen.getByRole('button', { name: 'Keep it' }).click()
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('while it works it neither closes nor confirms again', async () => {
  const { input, onConfirm, onOpenChange } = await open({ loading: true })
  await input.click()
  await userEvent.keyboard('{Enter}{Escape}')
  expect(onConfirm).not.toHaveBeenCalled()
  expect(onOpenChange).not.toHaveBeenCalled()
})

test('the form around it is not sent with it', async () => {
  const onOuter = vi.fn()
  const screen = await render(
    <form onSubmit={onOuter}>
      <TextConfirmDialog
        open
        onOpenChange={() => {}}
        title="Delete"
        confirmString="x"
        onConfirm={() => {}}
      />
    </form>,
  )
  await screen.getByRole('textbox').fill('x')
  await userEvent.keyboard('{Enter}')
  expect(onOuter).not.toHaveBeenCalled()
})

test('the button of a long question stood below what one could see', async () => {
  const screen = await render(
    <TextConfirmDialog
      open
      onOpenChange={() => {}}
      title="Delete it"
      confirmString="Bookshop"
      confirmLabel="Delete this project"
      onConfirm={() => {}}
    >
      <input aria-label="Why" />
      <div style={{ height: 2000 }}>Reasons</div>
    </TextConfirmDialog>,
  )
  await expect
    .element(screen.getByRole('button', { name: 'Delete this project' }))
    .toBeInViewport({ ratio: 1 })
  // and what it asks for is led to
  await screen.getByRole('button', { name: 'Delete this project' }).click()
  await expect
    .element(screen.getByRole('textbox', { name: 'Type Bookshop to confirm.' }))
    .toHaveFocus()
})

test('the buttons hid the last line, and stood above an empty strip', async () => {
  const { screen } = await open({ children: 'Everything in it is removed.' })
  const dialog = screen.getByRole('dialog').element()
  // from the first frame's animation on it is where it stays
  await Promise.all(dialog.getAnimations().map(({ finished }) => finished))
  const submit = screen.getByRole('button', { name: 'Submit' }).element()
  const row = submit.parentElement?.getBoundingClientRect()
  const input = screen.getByRole('textbox').element().getBoundingClientRect()
  expect(row?.top).toBeGreaterThanOrEqual(input.bottom)
  expect(dialog.getBoundingClientRect().bottom - (row?.bottom ?? 0)).toBeLessThan(3)
})

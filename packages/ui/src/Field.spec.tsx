import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '#test/axe.ts'
import { Field } from './Field.tsx'
import { Input } from './Input.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { SearchInput } from './SearchInput.tsx'
import { Textarea } from './Textarea.tsx'

test('label, hint and error belong to the control', async () => {
  const screen = await render(
    <Field label="Name" hint="Up to 40 characters." error="Is taken" required>
      <Input />
    </Field>,
  )
  const input = screen.getByRole('textbox', { name: 'Name' })
  await expect.element(input).toHaveAccessibleDescription('Up to 40 characters. Is taken')
  await expect.element(input).toBeInvalid()
  await expect.element(input).toBeRequired()
  await expectAccessible()
})

test('a reason disables the control and replaces the hint', async () => {
  const screen = await render(
    <Field label="Disk" hint="In GB." disabledReason="It was changed an hour ago.">
      <Input suffix="GB" />
    </Field>,
  )
  const input = screen.getByRole('textbox', { name: 'Disk' })
  await expect.element(input).toBeDisabled()
  await expect.element(input).toHaveAccessibleDescription('It was changed an hour ago.')
  await expectAccessible()
})

test('a password is shown on demand', async () => {
  const screen = await render(
    <Field label="Password">
      <PasswordInput defaultValue="hunter2" />
    </Field>,
  )
  const input = screen.getByLabelText('Password', { exact: true })
  await expect.element(input).toHaveAttribute('type', 'password')
  const toggle = screen.getByRole('button', { name: 'Show password' })
  await toggle.click()
  await expect.element(input).toHaveAttribute('type', 'text')
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'true')
})

test('a text area counts towards its limit, and has four rows', async () => {
  const screen = await render(
    <Field label="Feedback">
      <Textarea maxLength={10} />
    </Field>,
  )
  const area = screen.getByRole('textbox', { name: 'Feedback' })
  await area.fill('seven..')
  await expect.element(area).toHaveAccessibleDescription('7 of 10 characters')
  await expect.element(area).toHaveAttribute('rows', '4')
  await expectAccessible()
})

function Search() {
  const [value, setValue] = useState('')
  return <SearchInput aria-label="Search tables" value={value} onChange={setValue} />
}

test('a search is cleared by its button, which keeps the focus in the box', async () => {
  const screen = await render(<Search />)
  const box = screen.getByRole('searchbox', { name: 'Search tables' })
  await box.fill('orders')
  await screen.getByRole('button', { name: 'Clear search' }).click()
  await expect.element(box).toHaveValue('')
  await expect.element(box).toHaveFocus()
})

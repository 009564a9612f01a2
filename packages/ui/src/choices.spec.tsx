import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '#test/axe.ts'
import { Checkbox } from './Checkbox.tsx'
import { Combobox } from './Combobox.tsx'
import { Field } from './Field.tsx'
import { RadioCards } from './RadioCards.tsx'
import { SegmentedControl } from './SegmentedControl.tsx'
import { Select } from './Select.tsx'
import { Switch } from './Switch.tsx'
import { TooltipProvider } from './Tooltip.tsx'

const regions = [
  { value: 'fra', label: 'Frankfurt', group: 'Europe' },
  { value: 'cdg', label: 'Paris', group: 'Europe' },
  { value: 'nrt', label: 'Tokyo', group: 'Asia' },
]

test('a select is named by its field and gives the chosen value', async () => {
  const onChange = vi.fn()
  const screen = await render(
    <Field label="Region">
      <Select value="fra" onChange={onChange} options={regions} />
    </Field>,
  )
  const select = screen.getByRole('combobox', { name: 'Region' })
  await expect.element(select).toHaveTextContent('Frankfurt')
  await select.click()
  await screen.getByRole('option', { name: 'Tokyo' }).click()
  expect(onChange).toHaveBeenCalledWith('nrt')
})

test('a combobox finds by typing and by keyboard', async () => {
  const onChange = vi.fn()
  const screen = await render(
    <Field label="Region">
      <Combobox value="fra" onChange={onChange} options={regions} />
    </Field>,
  )
  await screen.getByRole('combobox', { name: 'Region' }).click()
  await expectAccessible()
  await userEvent.keyboard('toky')
  await expect.element(screen.getByRole('option', { name: 'Paris' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  expect(onChange).toHaveBeenCalledWith('nrt')
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument()
})

test('the create entry stays last whatever is typed, and is reached by arrow keys', async () => {
  const onCreate = vi.fn()
  const screen = await render(
    <Combobox
      aria-label="Schema"
      value={undefined}
      onChange={() => {}}
      options={regions}
      create={{ label: (typed) => `Create ${typed}`, onCreate }}
    />,
  )
  await screen.getByRole('combobox', { name: 'Schema' }).click()
  await userEvent.keyboard('zzz')
  await expect.element(screen.getByRole('option')).toHaveTextContent('Create zzz')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(onCreate).toHaveBeenCalledWith('zzz')
})

test('options are asked for when it opens, and shown as loading until then', async () => {
  const onOpenChange = vi.fn()
  const screen = await render(
    <Combobox
      aria-label="Role"
      value={undefined}
      onChange={() => {}}
      options={[]}
      loading
      onOpenChange={onOpenChange}
    />,
  )
  expect(onOpenChange).not.toHaveBeenCalled()
  await screen.getByRole('combobox').click()
  expect(onOpenChange).toHaveBeenCalledWith(true)
  await expect.element(screen.getByRole('status', { name: 'Loading' })).toBeVisible()
})

test('cards are one radio group; one that cannot be chosen says why', async () => {
  const onChange = vi.fn()
  const screen = await render(
    <Field label="Plan">
      <RadioCards
        value="free"
        onChange={onChange}
        options={[
          { value: 'free', label: 'Free' },
          { value: 'pro', label: 'Pro', description: 'Backups for a week.' },
          { value: 'team', label: 'Team', disabledReason: 'Ask an owner.' },
        ]}
      />
    </Field>,
  )
  await expect.element(screen.getByRole('radiogroup', { name: 'Plan' })).toBeVisible()
  await screen.getByRole('radio', { name: 'Pro' }).click()
  expect(onChange).toHaveBeenCalledWith('pro')
  const team = screen.getByRole('radio', { name: 'Team' })
  await expect.element(team).toBeDisabled()
  await expect.element(team).toHaveAccessibleDescription('Ask an owner.')
  await expectAccessible()
})

test('a checkbox and a switch are named by their labels', async () => {
  const onCheck = vi.fn()
  const onSwitch = vi.fn()
  const screen = await render(
    <>
      <Checkbox label="Delete backups" description="For good." checked={false} onChange={onCheck} />
      <Switch label="Pause when idle" checked onChange={onSwitch} />
    </>,
  )
  const box = screen.getByRole('checkbox', { name: 'Delete backups' })
  await expect.element(box).toHaveAccessibleDescription('For good.')
  await box.click()
  expect(onCheck).toHaveBeenCalledWith(true)
  await screen.getByRole('switch', { name: 'Pause when idle' }).click()
  expect(onSwitch).toHaveBeenCalledWith(false)
  await expectAccessible()
})

test('a switch that cannot be used keeps the focus and says why', async () => {
  const onChange = vi.fn()
  const screen = await render(
    <TooltipProvider>
      <Switch aria-label="SSL" checked onChange={onChange} disabledReason="Owners only" />
    </TooltipProvider>,
  )
  await userEvent.tab()
  await expect.element(screen.getByRole('tooltip')).toHaveTextContent('Owners only')
  await userEvent.keyboard(' ')
  expect(onChange).not.toHaveBeenCalled()
})

test('a segmented control never lets go of its choice', async () => {
  const onChange = vi.fn()
  const screen = await render(
    <SegmentedControl
      aria-label="View"
      value="cards"
      onChange={onChange}
      options={[
        { value: 'cards', label: 'Cards' },
        { value: 'table', label: 'Table' },
      ]}
    />,
  )
  await screen.getByRole('radio', { name: 'Cards' }).click()
  expect(onChange).not.toHaveBeenCalled()
  await screen.getByRole('radio', { name: 'Table' }).click()
  expect(onChange).toHaveBeenCalledWith('table')
  await expectAccessible()
})

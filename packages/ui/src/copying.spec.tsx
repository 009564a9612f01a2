import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '#test/axe.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { CopyButton } from './CopyButton.tsx'
import { CopyField } from './CopyField.tsx'
import { Field } from './Field.tsx'
import { SecretField } from './SecretField.tsx'
import { TooltipProvider } from './Tooltip.tsx'

const write = vi.spyOn(navigator.clipboard, 'writeText')

beforeEach(() => {
  write.mockReset().mockResolvedValue()
})

afterEach(() => {
  vi.useRealTimers()
})

test('Copy says Copied, aloud too, and is itself again after three seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const screen = await render(<CopyButton value="select 1" />)
  const button = screen.getByRole('button')
  await button.click()
  expect(write).toHaveBeenCalledWith('select 1')
  await expect.element(button).toHaveTextContent('Copied')
  await expect.element(screen.getByRole('status')).toHaveTextContent('Copied')
  await vi.advanceTimersByTimeAsync(2_999)
  await expect.element(button).toHaveTextContent('Copied')
  await vi.advanceTimersByTimeAsync(1)
  await expect.element(button).toHaveTextContent('Copy')
})

test('where the clipboard is out of reach the selection is copied instead', async () => {
  write.mockRejectedValue(new Error('not allowed'))
  const execCommand = vi.spyOn(document, 'execCommand').mockReturnValueOnce(false)
  const screen = await render(<CopyButton value="x" />)
  await screen.getByRole('button').click()
  expect(execCommand).toHaveBeenCalledWith('copy')
  await expect.element(screen.getByRole('button')).toHaveTextContent('Could not copy')
  execCommand.mockRestore()
})

test('a secret is masked until asked for, and fetched once', async () => {
  const onReveal = vi.fn(async () => 'sk_live')
  const screen = await render(
    <TooltipProvider>
      <Field label="Service key">
        <SecretField value={undefined} onReveal={onReveal} />
      </Field>
    </TooltipProvider>,
  )
  const input = screen.getByRole('textbox', { name: 'Service key' })
  await expect.element(input).toHaveValue('•'.repeat(24))
  await screen.getByRole('button', { name: 'Copy' }).click()
  expect(write).toHaveBeenCalledWith('sk_live')
  await expect.element(input).toHaveValue('•'.repeat(24))
  await screen.getByRole('button', { name: 'Reveal' }).click()
  await expect.element(input).toHaveValue('sk_live')
  await screen.getByRole('button', { name: 'Hide' }).click()
  await expect.element(input).toHaveValue('•'.repeat(24))
  expect(onReveal).toHaveBeenCalledOnce()
  await expectAccessible()
})

test('a secret that could not be fetched stays masked, and nothing is copied', async () => {
  const screen = await render(
    <TooltipProvider>
      <SecretField aria-label="Key" value={undefined} onReveal={async () => undefined} />
    </TooltipProvider>,
  )
  await screen.getByRole('button', { name: 'Reveal' }).click()
  await screen.getByRole('button', { name: 'Copy' }).click()
  await expect.element(screen.getByRole('button', { name: 'Reveal' })).toBeVisible()
  await expect.element(screen.getByRole('textbox')).toHaveValue('•'.repeat(24))
  expect(write).not.toHaveBeenCalled()
})

test('code and read-only values are readable in both themes', async () => {
  await render(
    <TooltipProvider>
      <CodeBlock title="query.sql" code="select 1" />
      <CodeBlock aria-label="Output" code="1" />
      <CopyField aria-label="Host" value="localhost" />
    </TooltipProvider>,
  )
  await expectAccessible()
})

test('a log is scrolled to its end, and stays there', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`).join('\n')
  const log = (count: number) => (
    <TooltipProvider>
      <CodeBlock title="Log" code={lines(count)} maxLines={5} fromEnd wrap />
    </TooltipProvider>
  )
  const screen = await render(log(30))
  const region = screen.getByRole('region', { name: 'Log' }).element()
  const hidden = () => {
    const bottom = region.firstElementChild?.getBoundingClientRect().bottom ?? Infinity
    return Math.max(0, bottom - region.getBoundingClientRect().bottom)
  }
  expect(hidden()).toBe(0)
  await screen.rerender(log(60))
  expect(hidden()).toBe(0)
  region.scrollTop = -10_000
  expect(hidden()).toBeGreaterThan(500)
})

import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '#test/axe.ts'
import { toast } from './toast-store.ts'
import { Toaster } from './Toaster.tsx'

afterEach(() => {
  toast.dismiss()
  vi.useRealTimers()
})

test('a success goes by itself, an error stays longer and can be copied', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const screen = await render(<Toaster />)
  toast.success('Project restored')
  toast.error('Failed to restore project', { description: 'The archive is damaged.' })
  await expect.element(screen.getByText('Project restored', { exact: true }).first()).toBeVisible()
  await vi.advanceTimersByTimeAsync(4_500)
  await expect.element(screen.getByRole('listitem')).toMatchTextContent('The archive is damaged.')
  await expect.element(screen.getByRole('button', { name: 'Copy' })).toBeVisible()
  await vi.advanceTimersByTimeAsync(11_000)
  await expect.element(screen.getByRole('listitem')).not.toBeInTheDocument()
})

test('a toast of the same id is replaced, and its action closes it', async () => {
  const screen = await render(<Toaster />)
  toast.loading('Pausing', { id: 'pause' })
  await expect.element(screen.getByRole('listitem')).toMatchTextContent('Pausing')
  const onSelect = vi.fn()
  toast.info('Paused', { id: 'pause', action: { label: 'Undo', onSelect } })
  await expect.element(screen.getByRole('listitem')).toMatchTextContent('Paused')
  await expectAccessible()
  await screen.getByRole('button', { name: 'Undo' }).click()
  expect(onSelect).toHaveBeenCalledOnce()
  await expect.element(screen.getByRole('listitem')).not.toBeInTheDocument()
})

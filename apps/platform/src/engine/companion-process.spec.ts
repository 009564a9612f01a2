import { expect, test, vi } from 'vitest'
import { spawnCompanion } from './companion-process.ts'

test('one that had ended was signalled by its number, which may be another’s by then', async () => {
  const child = await spawnCompanion({
    command: process.execPath,
    args: ['-e', ''],
    cwd: '/',
    env: {},
    user: undefined,
    log: { write: () => undefined, close: () => undefined },
  })
  expect(await child.exited).toBe('code 0')
  using kill = vi.spyOn(process, 'kill')
  await child.stop()
  expect(kill).not.toHaveBeenCalled()
})

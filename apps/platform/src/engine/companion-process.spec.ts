import { expect, test, vi } from 'vitest'
import { spawnCompanion } from './companion-process.ts'

const started = (code: string, lines: string[] = []) =>
  spawnCompanion({
    command: process.execPath,
    args: ['-e', code],
    cwd: '/',
    env: {},
    user: undefined,
    log: { write: (line) => void lines.push(line), close: () => undefined },
  })

test('a line without an end was kept whole, however long', async () => {
  const lines: string[] = []
  const code = `process.stdout.write('x'.repeat(5_000_000) + '\\nlast\\n')`
  const child = await started(code, lines)
  await child.exited
  await expect.poll(() => lines.at(-1)).toBe('last')
  expect(lines).toHaveLength(2)
  expect(lines[0]?.length).toBeLessThan(100_000)
})

test('one that had ended was signalled by its number, which may be another’s by then', async () => {
  const child = await started('')
  expect(await child.exited).toBe('code 0')
  using kill = vi.spyOn(process, 'kill')
  await child.stop()
  expect(kill).not.toHaveBeenCalled()
})

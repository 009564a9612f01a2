import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { companionLog } from './companion-log.ts'

async function folder() {
  const dir = await mkdtemp(join(tmpdir(), 'plinth-log-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

test('a line that could not be kept ended the platform', async () => {
  const dir = await folder()
  await writeFile(join(dir, 'project'), 'a file where the folder was')
  const errors: string[] = []
  const log = companionLog(join(dir, 'project', 'rest.log'), ({ message }) => errors.push(message))
  log.write('one')
  expect(errors).toEqual([expect.stringMatching(/EEXIST|ENOTDIR/)])
  log.close()
})

test('lines go into a file, and into another once it is full', async () => {
  const file = join(await folder(), 'project', 'rest.log')
  const errors: Error[] = []
  const log = companionLog(file, (error) => errors.push(error))
  log.write('first')
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toBe('first\n')
  log.write('x'.repeat(4 * 1024 * 1024))
  log.write('after')
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toBe('after\n')
  expect((await readFile(`${file}.1`, 'utf8')).slice(0, 10)).toBe('first\nxxxx')
  expect(errors).toEqual([])
  log.close()
})

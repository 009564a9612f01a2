import { linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyLiveData } from './copy-files.ts'

const FILES = 140_000
// a file system has a most of these
const NAMES_OF_ONE = 20_000

test('a database of more than 100,000 files could not be backed up', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'plinth-files-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const base = join(dir, 'data', 'base', '5')
  mkdirSync(base, { recursive: true })
  for (let at = 0; at < FILES; at++) {
    const one = join(base, String(at - (at % NAMES_OF_ONE)))
    if (at % NAMES_OF_ONE === 0) writeFileSync(one, '')
    else linkSync(one, join(base, String(at)))
  }
  // they are found, and nothing is read any more
  const copying = copyLiveData({
    from: join(dir, 'data'),
    to: join(dir, 'copy'),
    prefix: 'data',
    signal: AbortSignal.abort(),
  })
  await expect(copying).rejects.toMatchObject({ code: 'ABORTED' })
}, 60_000)

import { chmod, mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findClustersUnder, findEngine, sweepTemplates, templateUser } from '@plinth/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readyTemplates } from './ready-templates.ts'

let templatesDir: string
const cacheDir = join(tmpdir(), `plinth-test-cache-${process.getuid?.() ?? 0}`)

beforeAll(async () => {
  templatesDir = await mkdtemp(join(tmpdir(), 'plinth-'))
  // the account that makes them has to pass through
  await chmod(templatesDir, 0o755)
})
afterAll(() => rm(templatesDir, { recursive: true }))

test('a template that is being made when the platform stops leaves no server behind', async () => {
  const found = new Map([['17', await findEngine({ major: 17, cacheDir })]] as const)
  const templates = readyTemplates({ found, templatesDir, user: await templateUser() })
  const warm = templates.warmUp()
  await expect.poll(() => findClustersUnder(templatesDir), { timeout: 20_000 }).not.toEqual([])
  await templates.close()
  expect(await findClustersUnder(templatesDir)).toEqual([])
  await warm
  expect(await readdir(templatesDir)).toEqual([expect.stringMatching(/^17\..*-project-/)])
})

test('what a killed platform left half made goes, what another makes now stays', async () => {
  const [old, now] = ['.t0000000a', '.t0000000b']
  for (const name of [old, now]) await mkdir(join(templatesDir, name))
  const anHourAgo = new Date(Date.now() - 3_600_000)
  await utimes(join(templatesDir, old), anHourAgo, anHourAgo)
  await sweepTemplates(templatesDir)
  const left = await readdir(templatesDir)
  expect(left).toContain(now)
  expect(left).not.toContain(old)
  expect(left).toHaveLength(2)
})

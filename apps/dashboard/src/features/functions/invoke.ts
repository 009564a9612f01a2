import type { EdgeFunction } from '@plinth/contract'

export const METHODS = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

export type TestRequest = {
  readonly method: Method
  /** What follows the function's URL. */
  readonly path: string
  /** One a line: `name: value`. */
  readonly headers: string
  readonly body: string
}

export type TestAnswer = {
  readonly status: number
  readonly tookMs: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  /** There was more than is shown. */
  readonly isCut: boolean
}

const MAX_SHOWN = 200_000
const HEADER = /^([!#$%&'*+.^`|~\w-]+)\s*:\s*(.*)$/

/** @returns pairs, or a sentence on the line that is no header */
export function headersFrom(text: string): readonly (readonly [string, string])[] | string {
  const pairs: (readonly [string, string])[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const [, name, value = ''] = HEADER.exec(line.trim()) ?? []
    if (name === undefined) return `“${line.trim()}” is no header: write name: value`
    pairs.push([name.toLowerCase(), value])
  }
  return pairs
}

/** @returns a sentence on what is wrong with a request */
export function requestProblem({ path, headers, method, body }: TestRequest): string | undefined {
  if (path !== '' && !/^[/?]/.test(path)) return 'What follows the URL begins with / or ?'
  const pairs = headersFrom(headers)
  if (typeof pairs === 'string') return pairs
  const isJson = pairs.some(([name, value]) => name === 'content-type' && value.includes('json'))
  if (method === 'GET' || body.trim() === '' || !isJson) return undefined
  try {
    JSON.parse(body)
    return undefined
  } catch {
    return 'The body is no JSON, and its content-type says that it is'
  }
}

type Sent = {
  readonly fn: Pick<EdgeFunction, 'url'>
  readonly request: TestRequest
  readonly key: string | undefined
  readonly signal: AbortSignal
}

/** Calls a function as any page could. @throws TypeError where there is no answer at all */
export async function invoke({ fn, request, key, signal }: Sent): Promise<TestAnswer> {
  const pairs = headersFrom(request.headers)
  const headers = new Headers(typeof pairs === 'string' ? [] : pairs.map(([...pair]) => pair))
  if (key !== undefined && !headers.has('apikey')) headers.set('apikey', key)
  const startedMs = performance.now()
  // oxlint-disable-next-line no-restricted-globals -- the project's own API, which no call of the platform's is
  const answer = await fetch(`${fn.url}${request.path}`, {
    method: request.method,
    headers,
    signal,
    ...(request.method !== 'GET' && request.body !== '' && { body: request.body }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    tookMs: performance.now() - startedMs,
    headers: [...answer.headers].toSorted(([a], [b]) => a.localeCompare(b)),
    body: text.slice(0, MAX_SHOWN),
    isCut: text.length > MAX_SHOWN,
  }
}

/** JSON as people read it; anything else as it came. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

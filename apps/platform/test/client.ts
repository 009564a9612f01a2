import type { Hono } from 'hono'

/** By what a call is made: a cookie, an access token, or nothing for nobody. */
export type As = { readonly cookie: string } | { readonly token: string } | undefined
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Failure = {
  readonly code: string
  readonly message: string
  readonly data?: { readonly fields?: Record<string, string[]>; readonly [key: string]: unknown }
}
export type Answer<Body> = {
  readonly status: number
  readonly body: Body
  readonly headers: Headers
  /** The cookies it sets, ready to be sent again; undefined where it sets none. */
  readonly as: { readonly cookie: string } | undefined
}
type Request = {
  readonly as?: As
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** Calls an application in memory. */
export const clientOf =
  (app: Pick<Hono, 'request'>) =>
  async <Body = Failure>(
    method: Method,
    path: string,
    { as, body, headers = {} }: Request = {},
  ): Promise<Answer<Body>> => {
    const response = await app.request(path, {
      method,
      headers: {
        ...(as && ('cookie' in as ? as : { authorization: `Bearer ${as.token}` })),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const set = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
    const text = await response.text()
    return {
      status: response.status,
      // a test says what it expects here, and its assertions are what checks it
      body: (text ? JSON.parse(text) : undefined) as Body,
      headers: response.headers,
      as: set.length > 0 ? { cookie: set.join('; ') } : undefined,
    }
  }
export type Call = ReturnType<typeof clientOf>

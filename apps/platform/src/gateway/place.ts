/** What a project's database answers with. */
export type ApiService = 'rest' | 'graphql'

/** What a request is for, read from its address alone. */
export type Place =
  | { readonly service: ApiService; readonly ref: string; readonly path: string }
  | {
      readonly service: 'functions'
      readonly ref: string
      readonly slug: string
      /** From the function's name on. */
      readonly path: string
    }
  | { readonly service: 'probe'; readonly ref: string }

const START = '/projects/'
const REF = /^[a-z]{20}$/
const REF_LENGTH = 20
const REST = '/rest/v1'
const GRAPHQL = /^\/graphql\/v1\/?(?=$|\?)/
const FUNCTIONS = '/functions/v1/'
const SLUG = /^[A-Za-z][\w-]{0,47}(?=$|[/?])/

/** Undefined where the gateway has nothing. */
export function placeOf(url: string): Place | undefined {
  if (!url.startsWith(START)) return undefined
  const ref = url.slice(START.length, START.length + REF_LENGTH)
  const rest = url.slice(START.length + REF_LENGTH)
  if (!REF.test(ref)) return undefined
  if (rest.startsWith(REST)) {
    const path = rest.slice(REST.length)
    if (path === '') return { service: 'rest', ref, path: '/' }
    if (path.startsWith('?')) return { service: 'rest', ref, path: `/${path}` }
    return path.startsWith('/') ? { service: 'rest', ref, path } : undefined
  }
  const graphql = GRAPHQL.exec(rest)?.[0]
  if (graphql !== undefined)
    return { service: 'graphql', ref, path: `/${rest.slice(graphql.length)}` }
  if (rest.startsWith(FUNCTIONS)) {
    const path = rest.slice(FUNCTIONS.length)
    const slug = SLUG.exec(path)?.[0]
    return slug === undefined ? undefined : { service: 'functions', ref, slug, path: `/${path}` }
  }
  return rest === '/api/rest' ? { service: 'probe', ref } : undefined
}

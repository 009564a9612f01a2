import type { EdgeFunction } from '@plinth/contract'

type Called = Pick<EdgeFunction, 'url' | 'slug' | 'verify_jwt'>

const PLACEHOLDER = '<a key of this project>'

/** How the function is called, ready to run once the key is in it. */
export function snippetsFor({ url, slug, verify_jwt: needsKey }: Called, key = PLACEHOLDER) {
  const body = '{"name":"Ada"}'
  const auth = needsKey ? ` \\\n  -H 'apikey: ${key}'` : ''
  const headers = needsKey
    ? `{ apikey: '${key}', 'content-type': 'application/json' }`
    : `{ 'content-type': 'application/json' }`
  const projectUrl = url.replace(/\/functions\/v1\/.*$/, '')
  return [
    {
      label: 'curl',
      code: `curl -X POST '${url}'${auth} \\\n  -H 'content-type: application/json' \\\n  -d '${body}'`,
    },
    {
      label: 'fetch',
      code: `const answer = await fetch('${url}', {
  method: 'POST',
  headers: ${headers},
  body: JSON.stringify({ name: 'Ada' }),
})
console.log(answer.status, await answer.text())`,
    },
    {
      label: 'supabase-js',
      code: `import { createClient } from '@supabase/supabase-js'

const client = createClient('${projectUrl}', '${key}')
const { data, error } = await client.functions.invoke('${slug}', { body: { name: 'Ada' } })`,
    },
  ] as const
}

import { type Draft, ENTRYPOINT, textFile } from './files.ts'

type Template = {
  readonly key: string
  readonly name: string
  readonly about: string
  readonly draft: Draft
}

const template = (
  key: string,
  { name, about, files }: { name: string; about: string; files: Record<string, string> },
): Template => ({
  key,
  name,
  about,
  draft: {
    entrypoint: ENTRYPOINT,
    files: Object.entries(files).map(([file, content]) => textFile(file, content)),
  },
})

/** What a new function may begin with; each runs as it stands. */
export const TEMPLATES: readonly Template[] = [
  template('hello', {
    name: 'Hello',
    about: 'Reads JSON and answers with JSON.',
    files: {
      [ENTRYPOINT]: `Deno.serve(async (request) => {
  const { name = 'world' } = await request.json().catch(() => ({}))
  return Response.json({ message: \`Hello, \${name}\` })
})
`,
    },
  }),
  template('rows', {
    name: 'Read your tables',
    about: 'Asks the data API as whoever calls, under row-level security.',
    files: {
      [ENTRYPOINT]: `import { select } from './data.ts'

Deno.serve(async (request) => {
  const table = new URL(request.url).searchParams.get('table')
  if (!table) return Response.json({ error: 'Name a table: ?table=books' }, { status: 400 })
  return select(table, request.headers.get('authorization'))
})
`,
      'data.ts': `const url = Deno.env.get('PLINTH_URL')
const anonKey = Deno.env.get('PLINTH_ANON_KEY') ?? ''

/** The first rows of a table that the caller may see. */
export function select(table: string, authorization: string | null) {
  const address = new URL(\`\${url}/rest/v1/\${encodeURIComponent(table)}?limit=10\`)
  return fetch(address, {
    headers: { apikey: anonKey, ...(authorization && { authorization }) },
  })
}
`,
    },
  }),
  template('webhook', {
    name: 'Signed webhook',
    about: 'Checks the signature of who calls. Needs no key, and a secret WEBHOOK_SECRET.',
    files: {
      [ENTRYPOINT]: `import { isSigned } from './signature.ts'

// Turn "Verify JWT" off in the details: who calls a webhook has no key of this project.
Deno.serve(async (request) => {
  const body = await request.text()
  const signature = request.headers.get('x-signature') ?? ''
  const secret = Deno.env.get('WEBHOOK_SECRET')
  if (!secret) return new Response('Set the secret WEBHOOK_SECRET first', { status: 500 })
  if (!(await isSigned(body, signature, secret)))
    return new Response('The signature does not match', { status: 401 })
  console.log('received', body)
  return new Response(null, { status: 204 })
})
`,
      'signature.ts': `/** Whether \`signature\` is the HMAC-SHA256 of the body in hex. */
export async function isSigned(body: string, signature: string, secret: string) {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, [
    'verify',
  ])
  const bytes = (signature.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  return crypto.subtle.verify('HMAC', key, new Uint8Array(bytes), encoder.encode(body))
}
`,
    },
  }),
  template('stream', {
    name: 'Stream',
    about: 'Sends server-sent events, one a second.',
    files: {
      [ENTRYPOINT]: `const EVENTS = 10

Deno.serve(() => {
  const encoder = new TextEncoder()
  let sent = 0
  let timer: number | undefined
  const events = new ReadableStream({
    start(controller) {
      timer = setInterval(() => {
        sent++
        controller.enqueue(encoder.encode(\`data: \${sent} of \${EVENTS}\\n\\n\`))
        if (sent < EVENTS) return
        clearInterval(timer)
        controller.close()
      }, 1000)
    },
    cancel: () => clearInterval(timer),
  })
  return new Response(events, { headers: { 'content-type': 'text/event-stream' } })
})
`,
    },
  }),
  template('routes', {
    name: 'Several routes',
    about: 'One function that answers different paths and methods.',
    files: {
      [ENTRYPOINT]: `const routes: Record<string, (request: Request) => Response | Promise<Response>> = {
  'GET /health': () => Response.json({ ok: true }),
  'POST /echo': async (request) => new Response(await request.text()),
}

Deno.serve((request) => {
  // everything after the function's name
  const path = new URL(request.url).pathname.replace(/^\\/[^/]+/, '') || '/'
  const route = routes[\`\${request.method} \${path}\`]
  if (route) return route(request)
  return Response.json({ error: \`Nothing at \${request.method} \${path}\` }, { status: 404 })
})
`,
    },
  }),
]

import { defaultDataFolder } from './paths.mjs'

/**
 * The platform's flags, in the order --help prints them. A flag wins over its environment variable.
 * @typedef {{ flag: string, value?: string, env?: string, is: string, standard?: string }} Flag
 */
export const FLAGS = /** @type {readonly Flag[]} */ ([
  {
    flag: '--port',
    value: 'NUMBER',
    env: 'PLINTH_PORT',
    is: 'where the dashboard listens',
    standard: '4000',
  },
  {
    flag: '--host',
    value: 'ADDRESS',
    env: 'PLINTH_HOST',
    is: 'the address it listens on',
    standard: '127.0.0.1',
  },
  {
    flag: '--data',
    value: 'FOLDER',
    env: 'PLINTH_DATA',
    is: 'where projects and backups lie',
    standard: defaultDataFolder(),
  },
  { flag: '--demo', is: 'add an example organization with projects and data' },
  { flag: '--no-open', is: 'do not open the browser' },
  { flag: '--help', is: 'show this' },
])

/** What can be set only from the environment. */
export const VARIABLES = /** @type {readonly [name: string, is: string][]} */ ([
  ['PLINTH_DATABASE_URL', 'a PostgreSQL for the control database, instead of the embedded one'],
  ['PLINTH_LOGS_DATABASE_URL', "a PostgreSQL for projects' logs (the one above, or embedded)"],
  [
    'PLINTH_ACCESS_TOKEN',
    "an owner's access token, taken at the first start (npm run -s token makes one)",
  ],
  ['PLINTH_PUBLIC_URL', 'how people reach the dashboard, where a proxy stands in front'],
  ['PLINTH_TRUST_PROXY', "true: a proxy's X-Forwarded-For names the caller"],
  [
    'PLINTH_SECRET_KEY',
    '32 bytes in base64 that encrypt stored secrets (else a file of the data folder)',
  ],
  ['PLINTH_LOG_LEVEL', 'fatal, error, warn, info, debug, trace or silent (info)'],
  ['PLINTH_LOG_TO', 'file, in the data folder, or stdout (file)'],
  [
    'PLINTH_DATABASE_LISTEN',
    'where the databases take connections, * for every address of the machine (127.0.0.1)',
  ],
  ['PLINTH_SAMPLE_SECONDS', 'how often running projects are measured, 1 to 15 (15)'],
  ['PLINTH_CACHE', 'where binaries and templates are kept (a folder of the data)'],
  ['PLINTH_BACKUPS', 'where backups lie, best on another disk (a folder of the data)'],
  ['PLINTH_POSTGRES_17', 'folder of your own PostgreSQL 17 (the one that has bin/postgres)'],
  ['PLINTH_POSTGRES_18', 'folder of your own PostgreSQL 18'],
])

/** For the projects' own APIs; the one of the edge functions is settled before they are built. */
export const GATEWAY_VARIABLES = /** @type {readonly [name: string, is: string][]} */ ([
  ['PLINTH_GATEWAY_PORT', 'where they listen (one above the port)'],
  ['PLINTH_GATEWAY_URL', 'how people reach them, where a proxy stands in front'],
  [
    'PLINTH_GATEWAY_RATE',
    'requests a second one address may make to one project; 0 for no limit (500)',
  ],
  ['PLINTH_POSTGREST', 'your own PostgREST binary'],
  ['PLINTH_DENO', 'your own Deno binary, for edge functions'],
])

/**
 * @param {readonly string[]} args
 * @returns {string | undefined} what is wrong with them, as a sentence
 */
export function complaintAbout(args) {
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? ''
    const [name, inline] = arg.split(/=(.*)/s)
    const known = FLAGS.find(({ flag }) => flag === name)
    if (!known) return `Unknown flag ${arg}.${suggestionFor(name ?? '')}`
    if (!known.value) {
      if (inline !== undefined) return `${name} takes no value.`
      continue
    }
    const value = inline ?? args[++i]
    if (!value || (inline === undefined && value.startsWith('--'))) {
      return `${name} needs a value: ${name} ${known.value}.`
    }
    if (known.value === 'NUMBER' && !isPort(value))
      return `${name} is a number from 0 to 65535, not ${value}.`
  }
  return undefined
}

const isPort = (/** @type {string} */ value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535

/** @param {string} name */
function suggestionFor(name) {
  const bare = name.replace(/^-+/, '')
  const score = ({ flag = '' }) => {
    const letters = Array.from(flag.slice(2))
    const end = letters.findIndex((letter, index) => letter !== bare[index])
    return end === -1 ? letters.length : end
  }
  const [best] = Array.from(FLAGS).sort((a, b) => score(b) - score(a))
  return best && score(best) > 0 ? ` Did you mean ${best.flag}?` : ''
}

export function help() {
  const flags = FLAGS.map(({ flag, value, env, is, standard }) => {
    const notes = [standard, env].filter(Boolean).join(', ')
    return `  ${[flag, value].filter(Boolean).join(' ').padEnd(18)} ${is}${notes ? ` (${notes})` : ''}`
  })
  const lines = (/** @type {typeof VARIABLES} */ list) =>
    list.map(([name, is]) => `  ${name.padEnd(20)} ${is}`)
  return [
    'npm start -- [flags]        starts Plinth and prints where it listens',
    '',
    ...flags,
    '',
    'Environment:',
    ...lines(VARIABLES),
    '',
    "For the projects' own APIs (PLINTH_DENO once functions are built):",
    ...lines(GATEWAY_VARIABLES),
  ].join('\n')
}

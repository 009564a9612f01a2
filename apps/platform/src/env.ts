import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)

const Given = z.object({
  port: port.default(4000),
  host: z.string().default('127.0.0.1'),
  dataDir: z.string().min(1),
  cacheDir: z.string().optional(),
  /** Backups may lie on another disk. */
  backupsDir: z.string().optional(),
  /** How the dashboard is reached from outside, where a proxy stands in front. */
  publicUrl: z.url().optional(),
  /** Where projects' own APIs are reached; the dashboard's port and one unless told, 0 for any that is free. */
  gatewayPort: port.optional(),
  gatewayUrl: z.url().optional(),
  /** Requests a second that one address may make to one project; 0 for no limit. */
  gatewayRate: z.coerce.number().int().min(0).default(500),
  /** How often running projects are measured; the charts have a point every 15 seconds. */
  sampleSeconds: z.coerce.number().min(1).max(15).default(15),
  /** Where projects' databases take connections; `*` for every address of the machine. */
  databaseListen: z.string().default('127.0.0.1'),
  databaseUrl: z.url().optional(),
  logsDatabaseUrl: z.url().optional(),
  accessToken: z.string().optional(),
  logLevel: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  logTo: z.enum(['file', 'stdout']).default('file'),
  secretKey: z.string().optional(),
  postgres17: z.string().optional(),
  postgres18: z.string().optional(),
  postgrest: z.string().optional(),
  deno: z.string().optional(),
  trustProxy: z.stringbool().default(false),
  faults: z.string().default(''),
  demo: z.boolean().default(false),
  open: z.boolean().default(true),
})

const EnvSchema = Given.transform((env) => ({
  ...env,
  // any free one where the dashboard takes any free one
  gatewayPort: env.gatewayPort ?? (env.port === 0 ? 0 : env.port + 1),
}))
export type Env = z.infer<typeof EnvSchema>

const isRoot = () => process.getuid?.() === 0

/** Where data lies unless told: a folder that other accounts can pass through when we are root. */
const defaultDataDir = (variables: NodeJS.ProcessEnv) =>
  isRoot()
    ? '/var/lib/plinth'
    : join(variables['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'plinth')

/**
 * Flags and environment in one parsed value; a flag wins over its variable.
 * @throws ZodError or TypeError with a sentence that names what is wrong
 */
export function readEnv(args: readonly string[], variables: NodeJS.ProcessEnv): Env {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      data: { type: 'string' },
      demo: { type: 'boolean' },
      open: { type: 'boolean' },
      help: { type: 'boolean' },
    },
    allowNegative: true,
  })
  const set = {
    port: values.port ?? variables['PLINTH_PORT'],
    host: values.host ?? variables['PLINTH_HOST'],
    dataDir: values.data ?? variables['PLINTH_DATA'] ?? defaultDataDir(variables),
    cacheDir: variables['PLINTH_CACHE'],
    backupsDir: variables['PLINTH_BACKUPS'],
    publicUrl: variables['PLINTH_PUBLIC_URL'],
    gatewayPort: variables['PLINTH_GATEWAY_PORT'],
    gatewayUrl: variables['PLINTH_GATEWAY_URL'],
    gatewayRate: variables['PLINTH_GATEWAY_RATE'],
    sampleSeconds: variables['PLINTH_SAMPLE_SECONDS'],
    databaseListen: variables['PLINTH_DATABASE_LISTEN'],
    databaseUrl: variables['PLINTH_DATABASE_URL'],
    logsDatabaseUrl: variables['PLINTH_LOGS_DATABASE_URL'],
    accessToken: variables['PLINTH_ACCESS_TOKEN'],
    logLevel: variables['PLINTH_LOG_LEVEL'],
    logTo: variables['PLINTH_LOG_TO'],
    secretKey: variables['PLINTH_SECRET_KEY'],
    postgres17: variables['PLINTH_POSTGRES_17'],
    postgres18: variables['PLINTH_POSTGRES_18'],
    postgrest: variables['PLINTH_POSTGREST'],
    deno: variables['PLINTH_DENO'],
    trustProxy: variables['PLINTH_TRUST_PROXY'],
    faults: variables['PLINTH_FAULTS'],
    demo: values.demo,
    open: values.open,
  }
  // an empty variable is one that was not set
  const given = Object.entries(set).filter(([, value]) => value !== undefined && value !== '')
  return EnvSchema.parse(Object.fromEntries(given))
}

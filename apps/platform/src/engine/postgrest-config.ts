/** What a project's data API shows and how it connects. */
export type RestSettings = {
  /** Exposed schemas; the first is the one meant where a request names none. */
  readonly schemas: readonly string[]
  readonly extraSearchPath: readonly string[]
  readonly maxRows: number
  /** Connections to the database; null: as many as suit the project's size. */
  readonly pool: number | null
}

export type PostgrestConfig = {
  readonly settings: RestSettings
  readonly pool: number
  readonly database: {
    readonly socketDir: string
    readonly port: number
    readonly password: string
  }
  /** The gateway's, not the project's: it has judged a token before one comes here. */
  readonly jwtSecret: string
  /** Where the API is reached from outside; stands in its OpenAPI document. */
  readonly publicUrl: string
}

const MIN_POOL = 5
const MAX_POOL = 40

/** A fifth of what the size offers: the owner's own connections, and the services to come, need the rest. */
export const automaticPool = (maxConnections: number): number =>
  Math.min(Math.max(Math.round(maxConnections / 5), MIN_POOL), MAX_POOL)

/** The configuration file of one PostgREST process. */
export function postgrestConfigText(config: PostgrestConfig, socketPath: string): string {
  const { settings, database } = config
  const lines: Record<string, string | number | boolean> = {
    'db-uri': connectionUri(database),
    'db-schemas': settings.schemas.join(','),
    'db-extra-search-path': settings.extraSearchPath.join(','),
    'db-max-rows': settings.maxRows,
    'db-pool': config.pool,
    'db-anon-role': 'anon',
    // without it the time limits of anon and the other roles would not count; the settings it lets win
    // over these are those of authenticator, which is not the tenant's to alter
    'db-config': true,
    'jwt-secret': config.jwtSecret,
    'openapi-server-proxy-uri': config.publicUrl,
    'server-unix-socket': socketPath,
    'server-unix-socket-mode': '600',
    'log-level': 'error',
  }
  return Object.entries(lines)
    .map(([name, value]) => `${name} = ${typeof value === 'string' ? quoted(value) : value}\n`)
    .join('')
}

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`

function connectionUri({ socketDir, port, password }: PostgrestConfig['database']): string {
  const where = new URLSearchParams({ host: socketDir, port: String(port) })
  // libpq reads a plus as a plus
  const query = where.toString().replaceAll('+', '%20')
  return `postgresql://authenticator:${encodeURIComponent(password)}@/postgres?${query}`
}

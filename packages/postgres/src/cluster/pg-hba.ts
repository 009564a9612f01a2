/** The superuser of every cluster we make; no tenant ever gets it. */
export const adminRole = 'plinth_admin'

/**
 * Who may connect and how. Nobody is trusted, the superuser only comes in through the socket in
 * the cluster's own 0700 folder, and there is no line for replication, so there is none.
 */
export const hostBasedAuthentication = `# type  database  user            address  method
local   all       ${adminRole}    scram-sha-256
host    all       ${adminRole}  all  reject
local   all       all             scram-sha-256
host    all       all             all      scram-sha-256
`

/** Which connections over TCP a server takes. */
export type TcpAccess = {
  /** Plain ones are refused. */
  readonly requiresTls: boolean
  /** Ranges in CIDR notation; from nowhere else can be connected. */
  readonly from: readonly string[]
}

/** The same rules, with only these ways in over TCP; the Unix socket is as open as ever. */
export function hostBasedAuthenticationFor({ requiresTls, from }: TcpAccess): string {
  const kind = requiresTls ? 'hostssl' : 'host'
  return [
    '# Written by Plinth at every change; what is changed here by hand is lost.',
    `local all ${adminRole} scram-sha-256`,
    `host all ${adminRole} all reject`,
    'local all all scram-sha-256',
    ...from.map((range) => `${kind} all all ${range} scram-sha-256`),
    '',
  ].join('\n')
}

/** What every cluster of ours says in postgresql.conf; the rest comes on the command line. */
export const baseConfiguration = `# Written when the cluster was made. Command line settings win over these.
password_encryption = scram-sha-256
timezone = 'UTC'
log_timezone = 'UTC'
datestyle = 'iso, mdy'
default_text_search_config = 'pg_catalog.english'
lc_messages = 'C'
lc_monetary = 'C'
lc_numeric = 'C'
lc_time = 'C'
huge_pages = off
dynamic_shared_memory_type = ${process.platform === 'linux' ? 'posix' : 'sysv'}
`

import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import pg from 'pg'
import { type SocketTarget, withAdmin } from './admin.ts'
import { adminRole } from '#postgres/cluster/pg-hba.ts'

const iterations = 4096 // the server's own default, and what every driver expects

/**
 * The SCRAM-SHA-256 verifier of a password (RFC 5803), made here so that the password itself
 * reaches neither the server nor its log. Passwords are normalised as NFKC; SASLprep's mapping of
 * rarer characters is left out, so prefer ASCII where other programs log in.
 */
export async function scramVerifier(
  password: string,
  { salt = randomBytes(16) }: { salt?: Uint8Array } = {},
): Promise<string> {
  const salted = await promisify(pbkdf2)(password.normalize('NFKC'), salt, iterations, 32, 'sha256')
  const sign = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(sign('Client Key')).digest('base64')
  const server = sign('Server Key').toString('base64')
  const encodedSalt = Buffer.from(salt).toString('base64')
  return `SCRAM-SHA-256$${iterations}:${encodedSalt}$${stored}:${server}`
}

/** A password no one has to remember. */
export const randomPassword = (): string => randomBytes(24).toString('base64url')

/** Sets passwords of existing roles, all of them or none. */
export async function setRolePasswords(
  client: pg.ClientBase,
  passwords: Readonly<Record<string, string>>,
): Promise<void> {
  const verifiers = await Promise.all(
    Object.entries(passwords).map(
      async ([role, password]) => [role, await scramVerifier(password)] as const,
    ),
  )
  // utility statements take no parameters, and one simple query is one transaction
  const sql = verifiers.map(
    ([role, verifier]) =>
      `alter role ${pg.escapeIdentifier(role)} password ${pg.escapeLiteral(verifier)}`,
  )
  await client.query(sql.join(';\n'))
}

/** Gives the superuser of a cluster a password of its own; returns it. */
export async function rotateAdminPassword(
  target: SocketTarget,
  { password = randomPassword() }: { password?: string } = {},
): Promise<string> {
  await withAdmin(target, (client) => setRolePasswords(client, { [adminRole]: password }))
  return password
}

import { webcrypto, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { ServerIdentity } from '@plinth/postgres'

/** Who vouches for the servers of this installation: a certificate people can give to their clients. */
export type Authority = { readonly certificate: string; readonly key: string }

const KEYS = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const DAY_MS = 24 * 60 * 60 * 1000
// Nobody but this installation trusts it, and a database that runs for years must not fall silent.
const AUTHORITY_DAYS = 20 * 365
const SERVER_DAYS = 10 * 365

/** Loaded when the first certificate is made; what the library is built on wants `Reflect` extended first. */
async function library() {
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  x509.cryptoProvider.set(webcrypto)
  return x509
}

const lifetime = (days: number) => {
  const now = Date.now()
  // clocks of clients may be behind
  return { notBefore: new Date(now - DAY_MS), notAfter: new Date(now + days * DAY_MS) }
}

const newKeys = () => webcrypto.subtle.generateKey(KEYS, true, ['sign', 'verify'])

/** A new authority, valid for twenty years. */
export async function newAuthority(): Promise<Authority> {
  const x509 = await library()
  const keys = await newKeys()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Plinth databases',
    ...lifetime(AUTHORITY_DAYS),
    signingAlgorithm: KEYS,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  })
  return { certificate: certificate.toString('pem'), key: await pemOf(x509, keys.privateKey) }
}

/** A server's identity for the names and addresses people reach it by. */
export async function identityFor(
  authority: Authority,
  hosts: readonly string[],
): Promise<ServerIdentity> {
  const x509 = await library()
  const issuer = new x509.X509Certificate(authority.certificate)
  const keys = await newKeys()
  const certificate = await x509.X509CertificateGenerator.create({
    subject: `CN=${hosts[0] ?? 'localhost'}`,
    issuer: issuer.subject,
    ...lifetime(SERVER_DAYS),
    signingAlgorithm: KEYS,
    publicKey: keys.publicKey,
    signingKey: await webcrypto.subtle.importKey(
      'pkcs8',
      x509.PemConverter.decodeFirst(authority.key),
      KEYS,
      false,
      ['sign'],
    ),
    extensions: [
      new x509.BasicConstraintsExtension(false),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        hosts.map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value })),
      ),
    ],
  })
  return { certificate: certificate.toString('pem'), key: await pemOf(x509, keys.privateKey) }
}

/** Until when a certificate is believed. */
export const expiryOf = (certificate: string): Date => new X509Certificate(certificate).validToDate

/** How people reach the databases of this machine: by the dashboard's name, or from the machine itself. */
export const databaseHosts = (publicUrl: string): readonly string[] => [
  ...new Set([new URL(publicUrl).hostname, 'localhost', '127.0.0.1']),
]

async function pemOf(x509: typeof import('@peculiar/x509'), key: webcrypto.CryptoKey) {
  return x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')
}

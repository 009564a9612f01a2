import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'

const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16

export type SecretBox = {
  /** Seals text with AES-256-GCM; `context` (a project's ref, say) must be the same to open it. */
  readonly seal: (text: string, context: string) => Buffer
  readonly open: (sealed: Buffer, context: string) => string
  /** A key of its own for one purpose, derived from the master key. */
  readonly derive: (purpose: string) => string
  readonly hmac: (purpose: string, text: string) => string
}

/** A box over a 32-byte master key. */
export function secretBox(masterKey: Buffer): SecretBox {
  if (masterKey.length !== 32) throw new Error('The master key must have 32 bytes')
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', masterKey, '', purpose, 32))
  const sealing = key('seal')

  return {
    seal(text, context) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), body])
    },
    open(sealed, context) {
      if (sealed[0] !== VERSION) throw new Error('This secret was sealed by a newer version')
      const iv = sealed.subarray(1, 1 + IV_BYTES)
      const tag = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', sealing, iv)
        .setAAD(Buffer.from(context))
        .setAuthTag(tag)
      const body = sealed.subarray(1 + IV_BYTES + TAG_BYTES)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
    derive: (purpose) => key(`derive ${purpose}`).toString('base64url'),
    hmac: (purpose, text) =>
      createHmac('sha256', key(`hmac ${purpose}`))
        .update(text)
        .digest('base64url'),
  }
}

/** Reads the master key, or makes it at the first start; two servers starting at once agree on one. */
export async function masterKeyFrom(file: string): Promise<Buffer> {
  try {
    // wx: whoever is first writes it, the other one reads it
    await writeFile(file, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // fs rejects with its own error type
  }
  await chmod(file, 0o600)
  return Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')
}

import { randomBytes } from 'node:crypto'

/** What makes a one-time link unguessable: 256 bits, fit for a URL. Only its hash is kept. */
export const makeLinkToken = () => randomBytes(32).toString('base64url')

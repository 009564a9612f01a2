import type { IncomingMessage, ServerResponse } from 'node:http'

/** One request to the gateway. */
export type Call = {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly requestId: string
  readonly ip: string
}

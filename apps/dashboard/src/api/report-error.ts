import { client } from './client.ts'

const reported = new WeakSet<Error>()

/** Tells the platform that a page broke, once for each error; it keeps that in its own log. */
export function reportError(error: Error) {
  if (reported.has(error)) return
  reported.add(error)
  const report = {
    message: error.message.slice(0, 2000),
    path: location.pathname.slice(0, 500),
    ...(error.stack && { stack: error.stack.slice(0, 8000) }),
  }
  // swallowed: a report that cannot be sent must not become the next error
  client.telemetry.reportError(report).catch(() => undefined)
}

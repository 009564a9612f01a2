import { client } from './client.ts'

const reported = new Set<unknown>()

/** Tells the platform that a page broke, once for each error; it keeps that in its own log. */
export function reportError(thrown: unknown) {
  if (reported.has(thrown)) return
  reported.add(thrown)
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const report = {
    message: error.message.slice(0, 2000),
    path: location.pathname.slice(0, 500),
    ...(error.stack && { stack: error.stack.slice(0, 8000) }),
  }
  // swallowed: a report that cannot be sent must not become the next error
  client.telemetry.reportError(report).catch(() => undefined)
}

import type { As, Call, Failure, Method } from './client.ts'

export type Asked = {
  readonly method: Method
  readonly path: string
  readonly body?: unknown
  /** A body it must refuse; left out where there is none to send. */
  readonly bad?: unknown
}
type Cast = { readonly member: As; readonly stranger: As }

/** What each of these calls answers to nobody, to a stranger, to a bad body and to a member, in that order. */
export async function answersOf(call: Call, as: Cast, asked: readonly Asked[]) {
  const rows: Record<string, string> = {}
  for (const { method, path, body, bad } of asked) {
    const answer = async (who: As, sent: unknown) => {
      const { status, body: got } = await call<Failure | undefined>(method, path, {
        as: who,
        ...(sent !== undefined && { body: sent }),
      })
      return status < 400 ? String(status) : `${status} ${got?.code}`
    }
    const key = `${method} ${path.replaceAll(/[a-z]{20}|[\da-f-]{36}|[\w-]{43}/g, '…')}`
    rows[key] = [
      `nobody ${await answer(undefined, body)}`,
      `stranger ${await answer(as.stranger, body)}`,
      ...(bad === undefined ? [] : [`bad ${await answer(as.member, bad)}`]),
      `member ${await answer(as.member, body)}`,
    ].join(', ')
  }
  return rows
}

import type pg from 'pg'
import { type TextEnd, runToSink } from './text-run.ts'
import type { StatementEnd, TextColumn, TextOptions } from './text-types.ts'

/** What one statement answered, its values as PostgreSQL writes them. */
export type TextStatement = StatementEnd & {
  readonly columns: readonly TextColumn[]
  readonly rows: readonly (readonly (string | null)[])[]
}

/** What a text answered. */
export type TextResult = TextEnd & { readonly statements: readonly TextStatement[] }

/** Runs a text and keeps its results in memory, so give it a cap. Never throws for what the server says. */
export async function runText(
  client: pg.Client,
  sql: string,
  options: TextOptions = {},
): Promise<TextResult> {
  const found: TextStatement[] = []
  let columns: readonly TextColumn[] = []
  let rows: (string | null)[][] = []
  const end = await runToSink(client, sql, {
    ...options,
    sink: {
      open(described) {
        ;[columns, rows] = [described, []]
      },
      row(bytes, start) {
        rows.push(valuesOf(bytes, start))
      },
      close(ended) {
        found.push({ columns, rows, ...ended })
      },
    },
  })
  return { statements: found, ...end }
}

function valuesOf(bytes: Buffer, start: number): (string | null)[] {
  const values: (string | null)[] = []
  let at = start + 2
  for (let left = bytes.readUInt16BE(start); left > 0; left--) {
    const length = bytes.readInt32BE(at)
    at += 4
    values.push(length < 0 ? null : bytes.toString('utf8', at, at + length))
    at += Math.max(length, 0)
  }
  return values
}

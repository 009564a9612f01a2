import { loadParser, SqlSyntaxError, statements } from '@plinth/postgres'

/** What a text will do, as far as it tells. */
export type Judgement = {
  /** It changes data, schema or roles: worth a line in the audit log. */
  readonly writes: boolean
  /** Its session may be another one afterwards, and must be put back in order. */
  readonly leavesTrace: boolean
}

const MAX_KNOWN = 500
const MAX_KNOWN_LENGTH = 4_000
const known = new Map<string, Judgement>()

/** Parsing costs as much as a small query; dashboards send the same texts again and again. */
export async function judge(query: string): Promise<Judgement> {
  const before = known.get(query)
  if (before) return before
  await loadParser()
  const judgement = parsed(query)
  if (query.length <= MAX_KNOWN_LENGTH) {
    const [oldest] = known.keys()
    if (known.size >= MAX_KNOWN && oldest !== undefined) known.delete(oldest)
    known.set(query, judgement)
  }
  return judgement
}

function parsed(query: string): Judgement {
  try {
    const parts = statements(query)
    return {
      writes: parts.some((part) => part.writes),
      leavesTrace: parts.some((part) => part.leavesTrace),
    }
  } catch (error) {
    // Postgres is about to refuse it, too, in its own words; a text it still takes may do anything
    if (error instanceof SqlSyntaxError) return { writes: true, leavesTrace: true }
    throw error
  }
}

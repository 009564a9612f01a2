import type pg from 'pg'
import { DATABASE_PARTS } from './manifest-database.ts'
import { OBJECT_PARTS } from './manifest-objects.ts'
import { TABLE_PARTS } from './manifest-tables.ts'
import { texts } from './sessions.ts'

/**
 * Everything a database is made of, one line for each thing, in words that are the same in every major
 * version. Read from catalogues alone, with nothing but the server's own functions.
 */
export async function describe(admin: pg.ClientBase): Promise<string[]> {
  const found: string[][] = []
  for (const part of [...DATABASE_PARTS, ...OBJECT_PARTS, ...TABLE_PARTS]) {
    found.push(await texts(admin, part))
  }
  // not by arguments of one call: of those there may be some 100,000, and of columns more
  return found.flat()
}

/** What is only in one of the two, in words. */
export function differencesOf(was: readonly string[], is: readonly string[]): string[] {
  const [before, after] = [new Set(was), new Set(is)]
  return [
    ...was.filter((line) => !after.has(line)).map((line) => `missing: ${shortened(line)}`),
    ...is.filter((line) => !before.has(line)).map((line) => `new: ${shortened(line)}`),
  ]
}

const shortened = (line: string) => (line.length > 300 ? `${line.slice(0, 300)}…` : line)

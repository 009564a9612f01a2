import type { DataTable } from './copy-tables.ts'
import type { Progress } from '#postgres/progress.ts'

/** Counts what passes of one table. */
export type TableMeter = {
  readonly passed: (bytes: number) => void
  /** All of it has passed, however little that was beside what it takes up. */
  readonly end: () => void
}

export type RowsMeter = ReturnType<typeof rowsMeter>

/**
 * How far the rows of a move are, each of which is moved and then read again. A table counts for what it
 * takes up on the disk: what its rows take on their way is known only once they have passed.
 */
export function rowsMeter(onProgress: Progress | undefined) {
  let [done, total] = [0, 0]
  return {
    /** These are going to be moved as well. */
    expect(tables: readonly Pick<DataTable, 'bytes'>[]): void {
      for (const { bytes } of tables) total += 2 * bytes
    },
    of({ bytes }: Pick<DataTable, 'bytes'>): TableMeter {
      let left = bytes
      const passed = (some: number) => {
        const counted = Math.min(some, left)
        left -= counted
        done += counted
        onProgress?.(done, total)
      }
      return { passed, end: () => passed(left) }
    },
  }
}

import type { Level, WarnedResource } from '@plinth/contract'
import { z } from 'zod'
import type { Standing } from './judge.ts'

const Stored = z.enum(['critical', 'warning']).nullable()

type Row = Readonly<Record<WarnedResource, string | null>> & {
  readonly is_read_only: boolean | null
}

const level = (text: string | null): Level => Stored.parse(text)

/** What a row of warnings says; one that is not there yet says nothing. */
export const standingOf = (row: Row): Standing => ({
  isReadOnly: row.is_read_only ?? false,
  cpu_exhaustion: level(row.cpu_exhaustion),
  memory_and_swap_exhaustion: level(row.memory_and_swap_exhaustion),
  disk_io_exhaustion: level(row.disk_io_exhaustion),
  disk_space_exhaustion: level(row.disk_space_exhaustion),
})

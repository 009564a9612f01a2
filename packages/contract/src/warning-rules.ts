/** How badly a resource runs short; null is not at all. */
export type Level = 'critical' | 'warning' | null

type Bounds = {
  /** Reached from below, it begins. */
  readonly on: number
  /** Fallen below, it ends: lower than `on`, so that it does not come and go with every sample. */
  readonly off: number
}
export type LevelRule = { readonly warning: Bounds; readonly critical: Bounds }

/**
 * In percent of what the project has. CPU, memory and I/O are judged by their mean over five
 * minutes, the disk by what is on it now. I/O is measured against what the size may do for as long
 * as it likes, so 100 is where it begins to live on its reserve.
 */
export const WARNING_RULES = {
  cpu_exhaustion: { warning: { on: 80, off: 70 }, critical: { on: 95, off: 85 } },
  memory_and_swap_exhaustion: { warning: { on: 80, off: 70 }, critical: { on: 95, off: 85 } },
  disk_io_exhaustion: { warning: { on: 80, off: 70 }, critical: { on: 100, off: 90 } },
  disk_space_exhaustion: { warning: { on: 80, off: 78 }, critical: { on: 90, off: 88 } },
} as const satisfies Record<string, LevelRule>
export type WarnedResource = keyof typeof WARNING_RULES

/** Where a project's disk is so full that it is made read-only, and where that is taken back. */
export const READ_ONLY: Bounds = { on: 95, off: 92 }

/** The mean that a warning is judged by. */
export const WARNING_WINDOW_MS = 5 * 60 * 1000

const holds = (isOn: boolean, value: number, { on, off }: Bounds) =>
  value >= on || (isOn && value >= off)

/** The level that follows; a resource nobody could measure stays where it was. */
export function nextLevel(previous: Level, percent: number | null, rule: LevelRule): Level {
  if (percent === null) return previous
  if (holds(previous === 'critical', percent, rule.critical)) return 'critical'
  return holds(previous !== null, percent, rule.warning) ? 'warning' : null
}

export const nextReadOnly = (previous: boolean, percent: number | null): boolean =>
  percent === null ? previous : holds(previous, percent, READ_ONLY)

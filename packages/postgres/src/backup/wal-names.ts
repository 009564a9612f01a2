/** A WAL segment's name says its timeline and, in two parts, its place in it. */
const segmentName = /^[0-9A-F]{24}$/

/** Whether a file is a complete segment, not a history file or a part. */
export const isSegment = (name: string): boolean => segmentName.test(name)

/** Whether a file tells of a change of timeline. */
export const isHistory = (name: string): boolean => /^[0-9A-F]{8}\.history$/.test(name)

/** The timeline that a segment or a history file belongs to. */
export const timelineOf = (name: string): number => Number.parseInt(name.slice(0, 8), 16)

/** The name of the file that tells how a timeline came about. */
export const historyOf = (timeline: number): string => `${hex(timeline)}.history`

/** A segment's place regardless of its timeline; later ones compare greater. */
export const placeOf = (segment: string): string => segment.slice(8)

/** The segment that follows on the same timeline, for segments of the given size. */
export function nextSegment(segment: string, segmentBytes: number): string {
  const perLog = 0x1_0000_0000 / segmentBytes
  const [timeline, log, part] = [segment.slice(0, 8), segment.slice(8, 16), segment.slice(16)]
  const next = Number.parseInt(part, 16) + 1
  const carries = next === perLog
  return timeline + hex(Number.parseInt(log, 16) + Number(carries)) + hex(carries ? 0 : next)
}

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')

/** The last segment that can be reached from `from` without one missing; undefined when it is absent itself. */
export function lastContiguous(
  from: string,
  present: ReadonlySet<string>,
  segmentBytes: number,
): string | undefined {
  if (!present.has(from)) return undefined
  let last = from
  for (let next = from; present.has(next); next = nextSegment(next, segmentBytes)) last = next
  return last
}

/** The segment of a timeline that holds a place, as `pg_lsn` writes it. */
export function segmentAt(timeline: number, lsn: string, segmentBytes: number): string {
  const [high = '0', low = '0'] = lsn.split('/')
  const part = Math.floor(Number.parseInt(low, 16) / segmentBytes)
  return hex(timeline) + high.toUpperCase().padStart(8, '0') + hex(part)
}

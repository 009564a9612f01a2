import { GB, totalBytes } from '#app/control/disk/service.ts'
import type { Engine } from '#app/engine/engine.ts'

type Known = {
  readonly bytes: number
  readonly atMs: number
  /** Counted by the server's processes, whatever became of it. */
  readonly writtenBytes: number
}
type Options = { readonly engine: Pick<Engine, 'diskUsage'>; readonly everyMs: number }
type Look = { readonly atMs: number; readonly sizeGb: number; readonly writtenBytes: number }

// from here on every look counts: a fast writer fills the rest within a minute
const NEARLY_FULL = 0.8

/**
 * Remembers what lies on each disk and looks again now and then: at once where it is nearly full, or
 * where so much was written meanwhile that it could be.
 */
export function diskWatch({ engine, everyMs }: Options) {
  const known = new Map<string, Known>()
  return {
    async look(ref: string, { atMs, sizeGb, writtenBytes }: Look) {
      const last = known.get(ref)
      if (last) {
        const possibly = last.bytes + Math.max(0, writtenBytes - last.writtenBytes)
        // a little early is better than one round late
        const isRecent = atMs - last.atMs < everyMs * 0.9
        if (isRecent && possibly < sizeGb * GB * NEARLY_FULL) {
          return { bytes: last.bytes, isGrowing: false }
        }
      }
      const bytes = totalBytes(await engine.diskUsage(ref))
      known.set(ref, { bytes, atMs, writtenBytes })
      return { bytes, isGrowing: last !== undefined && bytes > last.bytes }
    },
    forget: (ref: string) => void known.delete(ref),
    keepOnly(refs: ReadonlySet<string>) {
      for (const ref of known.keys()) if (!refs.has(ref)) known.delete(ref)
    },
  }
}

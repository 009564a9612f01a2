import type { DiskUse } from '#app/engine/disk-usage.ts'
import type { Engine } from '#app/engine/engine.ts'
import { GB, totalBytes } from '#app/control/disk/service.ts'

type Known = { readonly bytes: number; readonly atMs: number; readonly isNearlyFull: boolean }
type Options = { readonly engine: Pick<Engine, 'diskUsage'>; readonly everyMs: number }

// from here on every look counts: a fast writer fills the rest within a minute
const NEARLY_FULL = 0.8

/** Remembers what lies on each disk, and looks again now and then: often where it is nearly full. */
export function diskWatch({ engine, everyMs }: Options) {
  const known = new Map<string, Known>()
  return {
    async bytesOf(ref: string, { atMs, sizeGb }: { atMs: number; sizeGb: number }) {
      const last = known.get(ref)
      // a little early is better than one round late
      const isFresh = last && atMs - last.atMs < everyMs * 0.9
      if (isFresh && !last.isNearlyFull) return last.bytes
      const use: DiskUse = await engine.diskUsage(ref)
      const bytes = totalBytes(use)
      known.set(ref, { bytes, atMs, isNearlyFull: bytes >= sizeGb * GB * NEARLY_FULL })
      return bytes
    },
    forget: (ref: string) => void known.delete(ref),
    keepOnly(refs: ReadonlySet<string>) {
      for (const ref of known.keys()) if (!refs.has(ref)) known.delete(ref)
    },
  }
}

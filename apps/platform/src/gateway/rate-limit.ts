// what may come at once after a quiet moment
const BURST_SECONDS = 2
const SWEEP_AT = 20_000

type Bucket = { tokens: number; at: number }

/** Seconds to wait, or 0 where the request may go on. */
export type RateLimit = (key: string, nowMs: number) => number

/** So many requests a second for each key, counted here and in memory; 0 for no limit. */
export function rateLimit(perSecond: number): RateLimit {
  if (perSecond === 0) return () => 0
  const most = perSecond * BURST_SECONDS
  const buckets = new Map<string, Bucket>()

  const refilled = ({ tokens, at }: Bucket, nowMs: number) =>
    Math.min(most, tokens + ((nowMs - at) / 1000) * perSecond)

  /** A full bucket says no more than none at all. */
  function sweep(nowMs: number) {
    for (const [key, bucket] of buckets) if (refilled(bucket, nowMs) >= most) buckets.delete(key)
    // an attack from everywhere at once: forgetting is better than running out of memory
    if (buckets.size >= SWEEP_AT) buckets.clear()
  }

  return (key, nowMs) => {
    const bucket = buckets.get(key)
    if (!bucket) {
      if (buckets.size >= SWEEP_AT) sweep(nowMs)
      buckets.set(key, { tokens: most - 1, at: nowMs })
      return 0
    }
    bucket.tokens = refilled(bucket, nowMs)
    bucket.at = nowMs
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond))
    bucket.tokens -= 1
    return 0
  }
}

import type { Engine } from '#app/engine/engine.ts'

// as long as a dashboard waits
const TIMEOUT_MS = 2_000
const REMEMBERED_MS = 500

type Asked = { readonly answer: Promise<boolean>; readonly at: number }

/** Asks a project's data API whether it serves; many who ask at once share one answer. */
export function createProber({ probeRest }: Pick<Engine, 'probeRest'>) {
  const asked = new Map<string, Asked>()

  return (ref: string): Promise<boolean> => {
    const at = performance.now()
    const known = asked.get(ref)
    if (known && at - known.at < REMEMBERED_MS) return known.answer
    const answer = probeRest(ref, TIMEOUT_MS)
    asked.set(ref, { answer, at })
    return answer
  }
}

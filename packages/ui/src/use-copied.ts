import { useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'

const SHOWN_MS = 3_000

/** Copying with its answer: `idle`, `copied` or `failed`, back to `idle` after 3 s. */
export function useCopied() {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async (text: string) => {
    setState((await copyText(text)) ? 'copied' : 'failed')
  }
  return [state, copy] as const
}

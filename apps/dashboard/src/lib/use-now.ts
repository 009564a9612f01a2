import { useEffect, useState } from 'react'
import { SECOND, now } from './time.ts'

/** The time, refreshed while something on screen counts it; still while `isRunning` is false. */
export function useNow(isRunning = true, everyMs = SECOND): number {
  const [time, setTime] = useState(now)
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setTime(now()), everyMs)
    return () => clearInterval(timer)
  }, [isRunning, everyMs])
  return time
}

import { type ReactNode, useEffect, useState } from 'react'

const LATE_MS = 400

/** What is shown while something else comes, once that is felt as waiting: sooner it would only flicker. */
export function Late({ children }: { children: ReactNode }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate && children
}

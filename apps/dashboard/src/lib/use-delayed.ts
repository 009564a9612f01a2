import { useEffect, useState } from 'react'

/** The value as it was `ms` ago: what is typed, once the typing rests. */
export function useDelayed<Value>(value: Value, ms = 250): Value {
  const [delayed, setDelayed] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return delayed
}

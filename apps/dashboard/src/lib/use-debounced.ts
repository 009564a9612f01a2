import { useEffect, useRef } from 'react'

/** Calls back once the calls have rested for `ms`; never after the component is gone. */
export function useDebounced<Value>(
  callback: (value: Value) => void,
  ms = 250,
): (value: Value) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (value) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => callback(value), ms)
  }
}

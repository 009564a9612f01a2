/** A map that forgets what was used longest ago. */
export type Recent<Value> = {
  readonly get: (key: string) => Value | undefined
  readonly set: (key: string, value: Value) => void
  readonly drop: (isUnwanted: (value: Value) => boolean) => void
}

export function recent<Value>(max: number): Recent<Value> {
  // a Map remembers the order of insertion, so its first key is the one untouched for longest
  const entries = new Map<string, Value>()
  return {
    get(key) {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      const [oldest] = entries.keys()
      if (entries.size > max && oldest !== undefined) entries.delete(oldest)
    },
    drop(isUnwanted) {
      for (const [key, value] of entries) if (isUnwanted(value)) entries.delete(key)
    },
  }
}

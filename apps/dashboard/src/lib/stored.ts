type Stored<Value extends string> = { read: () => Value | undefined; write: (value: Value) => void }

/** A choice this browser keeps. Where storage is switched off it lasts as long as the page. */
export function stored<Value extends string>(
  name: string,
  isValue: (value: string) => value is Value,
): Stored<Value> {
  const key = `plinth:${name}`
  let fallback: Value | undefined
  return {
    read: () => {
      try {
        const value = localStorage.getItem(key)
        return value !== null && isValue(value) ? value : fallback
      } catch {
        return fallback
      }
    },
    write: (value) => {
      fallback = value
      try {
        localStorage.setItem(key, value)
      } catch {
        // full or forbidden: the choice is a comfort, not worth an error
      }
    },
  }
}

const isSlug = (value: string): value is string => /^[a-z0-9-]+$/.test(value)

/** Where a deleted project's page, and the bare address, lead back to. */
export const lastOrganization = stored('last-organization', isSlug)

/** What an editor keeps in this browser, for one project alone. */
export function projectStorage(ref: string): Storage {
  const start = `plinth:graphiql:${ref}:`
  const own = () => Object.keys(localStorage).filter((key) => key.startsWith(start))
  return {
    get length() {
      return own().length
    },
    key: (index) => own()[index]?.slice(start.length) ?? null,
    getItem: (key) => localStorage.getItem(start + key),
    setItem: (key, value) => localStorage.setItem(start + key, value),
    removeItem: (key) => localStorage.removeItem(start + key),
    clear: () => own().forEach((key) => localStorage.removeItem(key)),
  }
}

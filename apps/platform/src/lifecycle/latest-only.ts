/**
 * Runs a task that reads the latest of what it is named for: one of a name at a time, and what is asked
 * for meanwhile runs once more after it. Resolves when a run that began after the asking has ended.
 */
export function latestOnly(task: (name: string) => Promise<void>): (name: string) => Promise<void> {
  const running = new Map<string, Promise<void>>()
  const waiting = new Map<string, Promise<void>>()

  function run(name: string): Promise<void> {
    const ending = task(name).finally(() => running.delete(name))
    running.set(name, ending)
    return ending
  }

  return function ask(name) {
    const after = waiting.get(name)
    if (after) return after
    const now = running.get(name)
    if (!now) return run(name)
    const next = now
      .catch(() => undefined) // told to who asked for it
      .then(() => {
        waiting.delete(name)
        return run(name)
      })
    waiting.set(name, next)
    return next
  }
}

/** Runs tasks of one name after another, in the order they came; those of other names beside them. */
export function oneAtATime() {
  const last = new Map<string, Promise<unknown>>()
  return async function inTurn<Result>(name: string, task: () => Promise<Result>): Promise<Result> {
    const before = last.get(name)
    const run = (async () => {
      await before
      return task()
    })()
    const settled = run.catch(() => undefined)
    last.set(name, settled)
    try {
      return await run
    } finally {
      if (last.get(name) === settled) last.delete(name)
    }
  }
}

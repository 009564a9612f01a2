type Known = { readonly pid: number; readonly since: Date | undefined }
type Met = { readonly pid: number; readonly now: Date }

/**
 * Which server each project has, by the project's id. What an earlier one used says nothing of the
 * next: it was restarted, paused, or given another size since.
 */
export function knownServers() {
  const known = new Map<string, Known>()
  return {
    /**
     * Whether it is another one than before. Of one that is met for the first time only its record
     * can tell: the platform may have been started anew, and the server gone on.
     */
    async isAnother(
      id: string,
      { pid, now }: Met,
      hasRecord: () => Promise<boolean>,
    ): Promise<boolean> {
      const before = known.get(id)
      if (before?.pid === pid) return false
      const isAnother = before !== undefined || !(await hasRecord())
      known.set(id, { pid, since: isAnother ? now : undefined })
      return isAnother
    },
    /** From when on samples tell of the server there is now, where not all of them do. */
    beginnings: (): readonly { id: string; since: Date }[] =>
      [...known].flatMap(([id, { since }]) => (since ? [{ id, since }] : [])),
    keepOnly(ids: ReadonlySet<string>) {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
    },
  }
}

import { lchown, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleDirOf, ownFolder, prepareBundle, removeBundle } from './bundle.ts'
import type { Deno } from './deno-binary.ts'
import type { Bundle, SourceFile, User } from './types.ts'

// what was checked is soon written down, or given up
const FRESH_MS = 2 * 60_000

type Of = {
  readonly deno: Deno
  readonly ref: string
  readonly slug: string
  readonly entrypoint: string
  readonly files: readonly SourceFile[]
  readonly user: User | undefined
}

/** The files of functions on this machine: made from what is deployed, and gone when nothing needs them. */
export function bundles(functionsDir: string) {
  /** By function: the one it was asked for last, and when it was. */
  const newest = new Map<string, string>()
  const askedAt = new Map<string, number>()
  const used = new Map<string, number>()

  const folderOf = (ref: string, slug: string) => join(functionsDir, ref, 'code', slug)

  const hold = (dir: string) => void used.set(dir, (used.get(dir) ?? 0) + 1)

  function release(dir: string) {
    const left = (used.get(dir) ?? 1) - 1
    if (left > 0) used.set(dir, left)
    else used.delete(dir)
  }

  async function dropOthers(folder: string) {
    for (const name of await readdir(folder)) {
      const dir = join(folder, name)
      if (dir !== newest.get(folder) && !used.has(dir)) await removeBundle(dir)
    }
  }

  return {
    /** Of a project: what its functions listen in, which is theirs, and what we listen in for them, which is not. */
    async folders(ref: string, user: User | undefined) {
      const base = join(functionsDir, ref)
      const [run, relay] = [join(base, 'run'), join(base, 'relay')]
      for (const dir of [base, join(base, 'code'), relay]) await ownFolder(dir, user)
      await mkdir(run, { recursive: true, mode: 0o700 })
      if (user) await lchown(run, user.uid, user.gid)
      return { run, relay }
    },

    async prepare({ ref, slug, user, ...rest }: Of): Promise<Bundle> {
      const folder = folderOf(ref, slug)
      // before there is anything: what is being made is nobody's to clear away
      askedAt.set(folder, performance.now())
      const asked = { folder, user, ...rest }
      const dir = bundleDirOf(asked)
      newest.set(folder, dir)
      hold(dir)
      try {
        await ownFolder(folder, user)
        return await prepareBundle(asked)
      } finally {
        release(dir)
        askedAt.set(folder, performance.now())
      }
    },

    /** It stays for as long as this lasts; afterwards only the newest does. */
    async use({ dir }: Bundle, until: Promise<unknown>) {
      hold(dir)
      await until
      release(dir)
      await dropOthers(join(dir, '..'))
    },

    /** Drops those of functions that there are no longer. */
    async keepOnly(ref: string, slugs: ReadonlySet<string>) {
      const code = join(functionsDir, ref, 'code')
      for (const slug of await readdir(code).catch(() => [])) {
        const folder = folderOf(ref, slug)
        const isFresh = performance.now() - (askedAt.get(folder) ?? -Infinity) < FRESH_MS
        const isUsed = [...used.keys()].some((dir) => dir.startsWith(`${folder}/`))
        if (slugs.has(slug) || isFresh || isUsed) continue
        newest.delete(folder)
        askedAt.delete(folder)
        await removeBundle(folder)
      }
    },

    async remove(ref: string) {
      await removeBundle(join(functionsDir, ref))
    },
  }
}

import { z } from 'zod'

/** Text that is not on the server yet, kept through a reload of the tab. */
const Unsaved = z.object({ id: z.uuid(), name: z.string().nullable(), sql: z.string() })
export type Unsaved = z.infer<typeof Unsaved>

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `null` is the new query of a project: there is one at a time. */
const keyOf = (ref: string, id: string | null) => `plinth:sql:${ref}:${id ?? 'new'}`

// asked for at each use: where storage is switched off even naming it throws
export const unsavedTexts = (store: () => Store) => ({
  read(ref: string, id: string | null): Unsaved | undefined {
    try {
      const parsed = Unsaved.safeParse(JSON.parse(store().getItem(keyOf(ref, id)) ?? 'null'))
      return parsed.success ? parsed.data : undefined
    } catch {
      // expected: storage switched off, or what stands there is not ours
      return undefined
    }
  },

  write(ref: string, id: string | null, text: Unsaved): void {
    try {
      store().setItem(keyOf(ref, id), JSON.stringify(text))
    } catch {
      // expected: storage is full or switched off; the text still stands in the editor
    }
  },

  remove(ref: string, id: string | null): void {
    try {
      store().removeItem(keyOf(ref, id))
    } catch {
      // expected: storage switched off
    }
  },
})

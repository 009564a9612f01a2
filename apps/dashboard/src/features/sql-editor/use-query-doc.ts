import type { Snippet } from '@plinth/contract'
import { toast } from '@plinth/ui'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { client } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { SECOND } from '#app/lib/time.ts'
import { knownNames, refreshSnippets } from './queries.ts'
import { createSaver, type QueryText, type Saver } from './saver.ts'
import { defaultName } from './snippet-names.ts'
import { tooLarge } from './text-to-run.ts'
import { unsavedTexts } from './unsaved.ts'

const AUTOSAVE_MS = SECOND
const KEEP_MS = 250

export const unsaved = unsavedTexts(() => sessionStorage)

export type DocOptions = {
  readonly projectRef: string
  readonly docId: string
  /** What the platform has; null for a query that was never saved. */
  readonly snippet: Snippet | null
  readonly canSave: boolean
  readonly onCreated: () => void
}

/** Sends a text to the platform, naming it where nobody has. */
async function saveText({ projectRef, docId }: DocOptions, text: QueryText): Promise<QueryText> {
  const refused = tooLarge(text.sql)
  if (refused) throw new Error(refused)
  const name = text.name ?? defaultName(text.sql, knownNames(projectRef))
  const saved = await client.snippets.save({ ref: projectRef, id: docId, name, sql: text.sql })
  void refreshSnippets(projectRef)
  return { name: saved.name, sql: text.sql }
}

function openSaver(options: DocOptions): Saver {
  const { projectRef, docId, snippet, canSave } = options
  const kept = unsaved.read(projectRef, snippet ? docId : null)
  const start: QueryText = kept ?? snippet ?? { name: null, sql: '' }
  const isNew = snippet === null
  const saver = createSaver({
    text: { name: start.name, sql: start.sql },
    saved: snippet && { name: snippet.name, sql: snippet.sql },
    delayMs: isNew || !canSave ? null : AUTOSAVE_MS,
    messageOf,
    save: async (text) => {
      const isFirst = !saver.isOnServer()
      try {
        const saved = await saveText(options, text)
        if (isFirst) {
          unsaved.remove(projectRef, null)
          saver.autosave(AUTOSAVE_MS)
          options.onCreated()
        }
        return saved
      } catch (error) {
        if (isFirst) toast.error(`Failed to create new query: ${messageOf(error)}`)
        throw error
      }
    },
  })
  return saver
}

/** Keeps in the tab what the platform does not have yet, so that a reload loses nothing. */
function keepUnsaved(saver: Saver, { projectRef, docId }: DocOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = () => {
    clearTimeout(timer)
    timer = undefined
    const isNew = !saver.isOnServer()
    const slot = isNew ? null : docId
    const text = saver.text()
    const isNothing = saver.state().kind === 'saved' || (isNew && text.sql.trim() === '')
    if (isNothing || saver.isStopped()) unsaved.remove(projectRef, slot)
    else unsaved.write(projectRef, slot, { id: docId, ...text })
  }
  const unsubscribe = saver.subscribe(() => {
    timer ??= setTimeout(keep, KEEP_MS)
  })
  addEventListener('pagehide', keep)
  return () => {
    removeEventListener('pagehide', keep)
    unsubscribe()
    keep()
  }
}

/** The query on screen: its text, and how far it has got to the platform. */
export function useQueryDoc(options: DocOptions) {
  // the first options stand for the doc's life: a new query stays the same doc once it is saved
  const [doc] = useState(() => ({ saver: openSaver(options), options }))
  const { saver } = doc
  const text = useSyncExternalStore(saver.subscribe, saver.text)
  const saveState = useSyncExternalStore(saver.subscribe, saver.state)

  useEffect(() => {
    const stopKeeping = keepUnsaved(saver, doc.options)
    return () => {
      stopKeeping()
      // leaving a saved query saves what is still waiting; a new one waits in the tab
      if (!saver.isOnServer() || !doc.options.canSave) return
      void saver.flush().then((isSaved) => {
        const state = saver.state()
        if (!isSaved && state.kind === 'failed') {
          toast.error(`Failed to save query: ${state.message}`)
        } else unsaved.remove(doc.options.projectRef, doc.options.docId)
      })
    }
  }, [doc, saver])

  return { saver, text, saveState }
}

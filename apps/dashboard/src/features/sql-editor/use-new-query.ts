import { toast } from '@plinth/ui'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Saver } from './saver.ts'
import { unsaved } from './use-query-doc.ts'

type Options = {
  readonly projectRef: string
  readonly snippetId: string | undefined
  readonly canSave: boolean
  readonly saver: RefObject<Saver | null>
}

const readDraftId = (ref: string) => unsaved.read(ref, null)?.id ?? crypto.randomUUID()

/** Which query is open, and the one new query of a project: how it is saved, and how it makes room for another. */
export function useNewQuery({ projectRef, snippetId, canSave, saver }: Options) {
  const navigate = useNavigate()
  const [isDiscarding, setIsDiscarding] = useState(false)
  const [draftId, setDraftId] = useState(() => readDraftId(projectRef))
  // once saved, the new query's id is that of a saved one, and the next new query needs its own
  if (snippetId === draftId) setDraftId(crypto.randomUUID())
  const docId = snippetId ?? draftId
  const isNew = snippetId === undefined

  const onScreen = useRef(docId)
  useEffect(() => {
    onScreen.current = docId
  }, [docId])

  const openSaved = useCallback(() => {
    // whoever has gone elsewhere while it was being saved stays there
    if (onScreen.current !== docId || !isNew) return
    const params = { ref: projectRef, id: docId }
    void navigate({ to: '/project/$ref/sql/$id', params, replace: true })
  }, [docId, isNew, navigate, projectRef])

  /** The link to a new query is followed where a saved one is open; here the new one makes room. */
  async function makeRoom() {
    const text = saver.current?.text()
    if (!isNew || !text || text.sql.trim() === '') return
    // what is written is never thrown away for a click: it becomes a saved query
    onScreen.current = ''
    if (canSave && (await saver.current?.flush())) {
      toast.success(`Saved as "${saver.current?.text().name ?? ''}"`)
      setDraftId(crypto.randomUUID())
    } else {
      onScreen.current = docId
      setIsDiscarding(true)
    }
  }

  function discard() {
    void saver.current?.stop()
    setDraftId(crypto.randomUUID())
    setIsDiscarding(false)
  }

  return {
    docId,
    isNew,
    openSaved,
    makeRoom: () => void makeRoom(),
    discarding: { open: isDiscarding, onOpenChange: setIsDiscarding, onDiscard: discard },
  }
}

import { toast } from '@plinth/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { destructions } from './destructive.ts'
import { refusal, type TextToRun } from './text-to-run.ts'

type Options = {
  readonly run: (text: TextToRun) => void
  /** Whether the person is asked before something is lost. */
  readonly isAsked: boolean
}
type Asked = { readonly text: TextToRun; readonly losses: readonly string[] }

/** Between pressing Run and running: refuses what cannot run, and asks before something is lost. */
export function useRunRequest(options: Options) {
  // what was asked stays while the dialog closes, or it would be seen losing its words
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  const request = useCallback((text: TextToRun) => {
    const refused = refusal(text.sql)
    if (refused) {
      toast.error(refused, { id: 'sql-refused' })
      return
    }
    const losses = latest.current.isAsked ? destructions(text.sql) : []
    if (losses.length === 0) {
      latest.current.run(text)
      return
    }
    setAsked({ text, losses })
    setIsAsking(true)
  }, [])

  return {
    request,
    isAsking,
    losses: asked?.losses ?? [],
    onConfirm: () => {
      setIsAsking(false)
      if (asked) options.run(asked.text)
    },
    onDismiss: () => setIsAsking(false),
  }
}

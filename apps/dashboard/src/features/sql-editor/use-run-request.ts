import { toast } from '@plinth/ui'
import { useState } from 'react'
import { destructions } from './destructive.ts'
import { refusal, type TextToRun } from './text-to-run.ts'

type Asked = { readonly text: TextToRun; readonly losses: readonly string[] }

/** Between pressing Run and running: refuses what cannot run, and asks before something is lost. */
export function useRunRequest(run: (text: TextToRun) => void) {
  // what was asked stays while the dialog closes, or it would be seen losing its words
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isAsking, setIsAsking] = useState(false)

  function request(text: TextToRun) {
    const refused = refusal(text.sql)
    if (refused) {
      toast.error(refused, { id: 'sql-refused' })
      return
    }
    const losses = destructions(text.sql)
    if (losses.length === 0) {
      run(text)
      return
    }
    setAsked({ text, losses })
    setIsAsking(true)
  }

  return {
    request,
    isAsking,
    losses: asked?.losses ?? [],
    confirm: () => {
      setIsAsking(false)
      if (asked) run(asked.text)
    },
    dismiss: () => setIsAsking(false),
  }
}

import { toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { client } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { knownNames, refreshSnippets, snippetOptions, type SnippetSummary } from './queries.ts'
import type { Saver } from './saver.ts'
import { copyName } from './snippet-names.ts'
import { unsaved } from './use-query-doc.ts'

type ActionOptions = {
  readonly projectRef: string
  readonly openId: string | undefined
  /** Of the query on screen: it alone may change that one's text and name. */
  readonly saver: RefObject<Saver | null>
  readonly onDeleted: (docId: string) => void
}

export type SnippetActions = ReturnType<typeof useSnippetActions>

/** What can be done with a saved query from the menu. */
export function useSnippetActions({ projectRef, openId, saver, onDeleted }: ActionOptions) {
  const navigate = useNavigate()
  const saverOf = ({ id }: SnippetSummary) => (id === openId ? saver.current : null)
  const load = (id: string) =>
    queryClient.fetchQuery({ ...snippetOptions(projectRef, id), staleTime: 0 })

  const rename = useMutation({
    mutationFn: async ({ snippet, name }: { snippet: SnippetSummary; name: string }) => {
      const open = saverOf(snippet)
      if (open) {
        open.change({ name })
        const state = (await open.flush()) ? null : open.state()
        if (state?.kind === 'failed') throw new Error(state.message)
        return
      }
      const { sql } = await load(snippet.id)
      await client.snippets.save({ ref: projectRef, id: snippet.id, name, sql })
    },
    onSuccess: () => refreshSnippets(projectRef),
    onError: (error) => toast.error(`Failed to rename query: ${messageOf(error)}`),
  })

  const duplicate = useMutation({
    mutationFn: async (snippet: SnippetSummary) => {
      const open = saverOf(snippet)
      const { name, sql } = open ? open.text() : await load(snippet.id)
      const id = crypto.randomUUID()
      const copy = copyName(name ?? snippet.name, knownNames(projectRef))
      await client.snippets.save({ ref: projectRef, id, name: copy, sql })
      return id
    },
    onSuccess: async (id) => {
      void refreshSnippets(projectRef)
      await navigate({ to: '/project/$ref/sql/$id', params: { ref: projectRef, id } })
    },
    onError: (error) => toast.error(`Failed to create new query: ${messageOf(error)}`),
  })

  const remove = useMutation({
    mutationFn: async (snippet: SnippetSummary) => {
      const open = saverOf(snippet)
      await open?.stop()
      try {
        await client.snippets.delete({ ref: projectRef, id: snippet.id })
      } catch (error) {
        open?.resume()
        throw error
      }
    },
    onSuccess: async (_done, snippet) => {
      unsaved.remove(projectRef, snippet.id)
      onDeleted(snippet.id)
      void refreshSnippets(projectRef)
      toast.success(`Deleted "${snippet.name}"`)
      if (snippet.id === openId) {
        await navigate({ to: '/project/$ref/sql', params: { ref: projectRef }, replace: true })
      }
    },
    onError: (error) => toast.error(`Failed to delete query: ${messageOf(error)}`),
  })

  return { rename, duplicate, remove }
}

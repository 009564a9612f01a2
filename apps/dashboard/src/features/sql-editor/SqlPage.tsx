import { toast } from '@plinth/ui'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useProject } from '#app/api/project.ts'
import { useMay } from '#app/api/session.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { OpenQuery } from './OpenQuery.tsx'
import { IDLE } from './run-state.ts'
import type { Saver } from './saver.ts'
import { SnippetDialogs, type SnippetTask } from './SnippetDialogs.tsx'
import { SnippetMenu } from './SnippetMenu.tsx'
import { DiscardDraft } from './DiscardDraft.tsx'
import { unsaved } from './use-query-doc.ts'
import { useRuns } from './use-runs.ts'
import { useSnippetActions } from './use-snippet-actions.ts'

export type SqlPageProps = {
  projectRef: string
  /** Of the saved query in the address; a new query has none. */
  snippetId: string | undefined
  /** The area's frame with room for its menu. */
  frame: ComponentType<{ title: string; menu: ReactNode; children: ReactNode }>
}

const readDraftId = (ref: string) => unsaved.read(ref, null)?.id ?? crypto.randomUUID()

/** The SQL editor of a project: its saved queries, the open one, and what came of it. */
export function SqlPage({ projectRef, snippetId, frame: Frame }: SqlPageProps) {
  const navigate = useNavigate()
  const project = useProject(projectRef)
  const target = {
    organizationSlug: project.organization_slug,
    projectRef: project.parent_project_ref ?? projectRef,
  }
  const canSave = useMay('snippets:write', target)
  const isReadOnly = !useMay('sql:write', target)
  const { runs, run, cancel } = useRuns(projectRef)
  const [isDiscarding, setIsDiscarding] = useState(false)

  const [draftId, setDraftId] = useState(() => readDraftId(projectRef))
  // once saved, the new query's id is that of a saved one, and the next new query needs its own
  if (snippetId === draftId) setDraftId(crypto.randomUUID())
  const docId = snippetId ?? draftId
  const isNew = snippetId === undefined

  const saver = useRef<Saver | null>(null)
  const holdSaver = useCallback((next: Saver | null) => {
    saver.current = next
  }, [])

  const [task, setTask] = useState<SnippetTask | null>(null)
  const actions = useSnippetActions({
    projectRef,
    openId: snippetId,
    saver,
    onDeleted: cancel,
  })

  const openId = useRef(docId)
  useEffect(() => {
    openId.current = docId
  }, [docId])
  const openSaved = useCallback(() => {
    // whoever has gone elsewhere while it was being saved stays there
    if (openId.current !== docId || !isNew) return
    void navigate({
      to: '/project/$ref/sql/$id',
      params: { ref: projectRef, id: docId },
      replace: true,
    })
  }, [docId, isNew, navigate, projectRef])

  const startFresh = useCallback(() => {
    void saver.current?.stop()
    setDraftId(crypto.randomUUID())
    setIsDiscarding(false)
  }, [])

  /** The link to a new query is followed where a saved one is open; here the new one makes room. */
  async function makeRoom() {
    if (!isNew) return
    const text = saver.current?.text()
    if (!text || text.sql.trim() === '') return
    if (!canSave) {
      setIsDiscarding(true)
      return
    }
    // what is written is never thrown away for a click: it becomes a saved query
    openId.current = ''
    if (await saver.current?.flush()) {
      toast.success(`Saved as "${saver.current?.text().name ?? ''}"`)
      setDraftId(crypto.randomUUID())
    } else {
      openId.current = docId
      setIsDiscarding(true)
    }
  }

  const menu = (
    <SnippetMenu
      projectRef={projectRef}
      openId={snippetId}
      canSave={canSave}
      runs={runs}
      onNew={() => void makeRoom()}
      onTask={setTask}
      onDuplicate={actions.duplicate.mutate}
    />
  )

  return (
    <Frame title="SQL Editor" menu={menu}>
      <OpenQuery
        key={docId}
        projectRef={projectRef}
        docId={docId}
        isNew={isNew}
        canSave={canSave}
        isReadOnly={isReadOnly}
        runState={runs.get(docId) ?? IDLE}
        onRun={run}
        onCancel={cancel}
        onCreated={openSaved}
        onSaver={holdSaver}
      />
      <SnippetDialogs task={task} actions={actions} onClose={() => setTask(null)} />
      <DiscardDraft open={isDiscarding} onOpenChange={setIsDiscarding} onDiscard={startFresh} />
      <LeaveGuard
        projectRef={projectRef}
        isRunning={[...runs.values()].some(({ kind }) => kind === 'running')}
      />
    </Frame>
  )
}

import { type ComponentType, type ReactNode, useCallback, useRef, useState } from 'react'
import { useProject } from '#app/api/project.ts'
import { useMay } from '#app/api/session.ts'
import { DiscardDraft } from './DiscardDraft.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { OpenQuery } from './OpenQuery.tsx'
import { IDLE } from './run-state.ts'
import type { Saver } from './saver.ts'
import { SnippetDialogs, type SnippetTask } from './SnippetDialogs.tsx'
import { SnippetMenu } from './SnippetMenu.tsx'
import { useNewQuery } from './use-new-query.ts'
import { useRuns } from './use-runs.ts'
import { useSnippetActions } from './use-snippet-actions.ts'

export type SqlPageProps = {
  projectRef: string
  /** Of the saved query in the address; a new query has none. */
  snippetId: string | undefined
  /** The area's frame with room for its menu. */
  frame: ComponentType<{ title: string; menu: ReactNode; children: ReactNode }>
}

/** The SQL editor of a project: its saved queries, the open one, and what came of it. */
export function SqlPage({ projectRef, snippetId, frame: Frame }: SqlPageProps) {
  const project = useProject(projectRef)
  const target = {
    organizationSlug: project.organization_slug,
    projectRef: project.parent_project_ref ?? projectRef,
  }
  const canSave = useMay('snippets:write', target)
  const isReadOnly = !useMay('sql:write', target)

  const saver = useRef<Saver | null>(null)
  const holdSaver = useCallback((next: Saver | null) => {
    saver.current = next
  }, [])
  const { runs, run, cancel } = useRuns(projectRef)
  const query = useNewQuery({ projectRef, snippetId, canSave, saver })
  const actions = useSnippetActions({ projectRef, openId: snippetId, saver, onDeleted: cancel })
  const [task, setTask] = useState<SnippetTask | null>(null)

  const menu = (
    <SnippetMenu
      projectRef={projectRef}
      openId={snippetId}
      canSave={canSave}
      runs={runs}
      onNew={query.makeRoom}
      onTask={setTask}
      onDuplicate={actions.duplicate.mutate}
    />
  )

  return (
    <Frame title="SQL Editor" menu={menu}>
      <OpenQuery
        key={query.docId}
        projectRef={projectRef}
        docId={query.docId}
        isNew={query.isNew}
        canSave={canSave}
        isReadOnly={isReadOnly}
        runState={runs.get(query.docId) ?? IDLE}
        onRun={run}
        onCancel={cancel}
        onCreated={query.openSaved}
        onSaver={holdSaver}
      />
      <SnippetDialogs task={task} actions={actions} onClose={() => setTask(null)} />
      <DiscardDraft {...query.discarding} />
      <LeaveGuard
        projectRef={projectRef}
        isRunning={[...runs.values()].some(({ kind }) => kind === 'running')}
      />
    </Frame>
  )
}

import type { EdgeFunction, Project } from '@plinth/contract'
import { Alert, Button, SkeletonLines } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { Rocket } from 'lucide-react'
import { useState } from 'react'
import { useProjectMay } from '#app/api/session.ts'
import { QueryError } from '#app/api/QueryError.tsx'
import { DeployError } from './DeployError.tsx'
import { DraftEditor } from './DraftEditor.tsx'
import { keptDraft } from './drafts.ts'
import { type Draft, isSame } from './files.ts'
import { bodyOptions } from './function-options.ts'
import { LeaveDraft } from './LeaveDraft.tsx'
import { useDeploy } from './use-deploy.ts'

type Props = { readonly project: Project; readonly fn: EdgeFunction }

/** The code of a function, to be changed and deployed again. */
export function CodePage({ project, fn }: Props) {
  const query = useQuery(bodyOptions(project.ref, fn.slug))
  const { data, error } = query
  // what was fetched once is not taken from under a writer by a fetch that fails
  if (error && !data) return <QueryError title="Failed to retrieve the code" query={query} />
  if (!data) return <SkeletonLines lines={12} label="Loading the code" className="p-4" />
  const deployed = { files: data.files, entrypoint: data.entrypoint_path }
  return <Code {...{ project, fn, deployed }} version={data.version} />
}

type CodeProps = Props & { readonly deployed: Draft; readonly version: number }

/** What is written, and the version it was begun from: another may be deployed meanwhile. */
type Work = {
  readonly base: Draft
  readonly version: number
  /** The version before one's own deployment: held until that is fetched, and nobody else's. */
  readonly before?: number
  readonly draft: Draft
}

function Code({ project, fn, deployed, version }: CodeProps) {
  const mayWrite = useProjectMay('functions:write', project)
  const kept = keptDraft<Work>(project.ref, fn.slug)
  const theirs: Work = { base: deployed, version, draft: deployed }
  const [work, setWork] = useState(() => kept.read() ?? theirs)
  const { base, draft } = work
  const isDirty = !isSame(draft, base)
  // one that was deleted and made anew begins at 1 again
  const isBehind = version !== work.version && version !== work.before
  if (isBehind && !isDirty) setWork(theirs)
  const change = (next: Work) => {
    setWork(next)
    if (isSame(next.draft, next.base)) kept.forget()
    else kept.keep(next)
  }
  const deploy = useDeploy(project.ref, (made, sent) =>
    change({ base: sent, version: made.version, before: version, draft }),
  )
  const startFrom = (next: Work) => {
    deploy.reset()
    change(next)
  }
  const metadata = { name: fn.name, verify_jwt: fn.verify_jwt }
  const send = () => {
    if (!mayWrite || !isDirty || deploy.isPending) return
    deploy.mutate({ slug: fn.slug, draft, metadata, known: version })
  }
  return (
    <div className="flex h-full min-h-[32rem] flex-col">
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-2 border-b border-line bg-surface px-4 py-2">
        <p className="text-xs text-muted">
          {isDirty ? 'Changed, and not deployed yet' : `Version ${work.version}, as it runs`}
        </p>
        <div className="flex gap-2">
          <Button disabled={!isDirty} onClick={() => startFrom({ ...work, draft: base })}>
            Undo changes
          </Button>
          <Button
            variant="primary"
            icon={<Rocket aria-hidden />}
            disabled={!isDirty}
            disabledReason={
              mayWrite ? undefined : 'You need additional permissions to deploy edge functions'
            }
            loading={deploy.isPending}
            onClick={send}
          >
            Deploy
          </Button>
        </div>
      </div>
      {isBehind && isDirty && (
        <Alert
          tone="warning"
          className="m-3 shrink-0"
          action={
            <Button size="sm" onClick={() => startFrom(theirs)}>
              Take theirs
            </Button>
          }
        >
          Version {version} was deployed while you were writing. Deploying yours replaces it.
        </Alert>
      )}
      <DeployError
        error={deploy.error}
        onDeployAnew={() => deploy.mutate({ slug: fn.slug, draft, metadata })}
      />
      <div className="min-h-0 flex-1">
        <DraftEditor
          draft={draft}
          isReadOnly={!mayWrite}
          onChange={(next) => change({ ...work, draft: next })}
          onSave={send}
        />
      </div>
      <LeaveDraft isDirty={isDirty} kept={kept} />
    </div>
  )
}

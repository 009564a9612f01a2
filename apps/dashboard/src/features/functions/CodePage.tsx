import type { EdgeFunction, Project } from '@plinth/contract'
import { Alert, Button, ErrorState, SkeletonLines } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { Rocket } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#app/api/errors.ts'
import { useProjectMay } from '#app/api/session.ts'
import { DeployError } from './DeployError.tsx'
import { DraftEditor } from './DraftEditor.tsx'
import { type Draft, isSame } from './files.ts'
import { bodyOptions } from './function-options.ts'
import { LeaveDraft } from './LeaveDraft.tsx'
import { useDeploy } from './use-deploy.ts'

type Props = { readonly project: Project; readonly fn: EdgeFunction }

/** The code of a function, to be changed and deployed again. */
export function CodePage({ project, fn }: Props) {
  const { data, error, refetch } = useQuery(bodyOptions(project.ref, fn.slug))
  if (error)
    return (
      <ErrorState
        title="Failed to retrieve the code"
        message={messageOf(error)}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <SkeletonLines lines={12} label="Loading the code" className="p-4" />
  const deployed = { files: data.files, entrypoint: data.entrypoint_path }
  return <Code {...{ project, fn, deployed }} version={data.version} />
}

type CodeProps = Props & { readonly deployed: Draft; readonly version: number }

function Code({ project, fn, deployed, version }: CodeProps) {
  const mayWrite = useProjectMay('functions:write', project)
  // what it began with: somebody else may deploy meanwhile, and this must not be lost to that
  const [base, setBase] = useState({ draft: deployed, version })
  const [draft, setDraft] = useState(deployed)
  const isDirty = !isSame(draft, base.draft)
  const isBehind = version > base.version
  if (isBehind && !isDirty) {
    setBase({ draft: deployed, version })
    setDraft(deployed)
  }
  const deploy = useDeploy(project.ref, (made) => setBase({ draft, version: made.version }))
  const send = () => {
    if (!mayWrite || !isDirty) return
    deploy.mutate({
      slug: fn.slug,
      draft,
      metadata: { name: fn.name, verify_jwt: fn.verify_jwt },
    })
  }
  return (
    <div className="flex h-full min-h-[32rem] flex-col">
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-2 border-b border-line bg-surface px-4 py-2">
        <p className="text-xs text-muted">
          {isDirty ? 'Changed, and not deployed yet' : `Version ${base.version}, as it runs`}
        </p>
        <div className="flex gap-2">
          <Button disabled={!isDirty} onClick={() => setDraft(base.draft)}>
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
            <Button
              size="sm"
              onClick={() => {
                setBase({ draft: deployed, version })
                setDraft(deployed)
              }}
            >
              Take theirs
            </Button>
          }
        >
          Version {version} was deployed while you were writing. Deploying yours replaces it.
        </Alert>
      )}
      <DeployError error={deploy.error} />
      <div className="min-h-0 flex-1">
        <DraftEditor draft={draft} isReadOnly={!mayWrite} onChange={setDraft} onSave={send} />
      </div>
      <LeaveDraft isDirty={isDirty} />
    </div>
  )
}

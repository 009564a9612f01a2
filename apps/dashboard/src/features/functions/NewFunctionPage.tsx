import { type EdgeFunction, FunctionSlug, type Project } from '@plinth/contract'
import { Alert, Button, Checkbox, Field, Input, Select } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { Rocket } from 'lucide-react'
import { useState } from 'react'
import { useProjectMay } from '#app/api/session.ts'
import { NoPermission } from '#app/lib/NoPermission.tsx'
import { DeployError } from './DeployError.tsx'
import { DraftEditor } from './DraftEditor.tsx'
import { keptDraft } from './drafts.ts'
import { type Draft, isSame, slugFrom } from './files.ts'
import { functionsOptions } from './function-options.ts'
import { LeaveDraft } from './LeaveDraft.tsx'
import { TEMPLATES } from './templates.ts'
import { useDeploy } from './use-deploy.ts'

const FIRST = TEMPLATES[0]

type Props = {
  readonly project: Project
  /** A template's key. */
  readonly template: string | undefined
  readonly onDeployed: (made: EdgeFunction) => void
}

/** A new edge function, written in the browser. */
export function NewFunctionPage({ project, template, onDeployed }: Props) {
  const mayWrite = useProjectMay('functions:write', project)
  const chosen = TEMPLATES.find(({ key }) => key === template) ?? FIRST
  if (!mayWrite) return <NoPermission what="deploy edge functions" />
  if (!chosen) return null
  return (
    <NewFunction
      key={chosen.key}
      {...{ project, onDeployed }}
      first={chosen}
      isAsked={template !== undefined}
    />
  )
}

type Template = (typeof TEMPLATES)[number]

/** What is being made. */
type Work = {
  readonly template: Template
  readonly draft: Draft
  readonly name: string
  readonly verifyJwt: boolean
}

type NewProps = Pick<Props, 'project' | 'onDeployed'> & {
  readonly first: Template
  /** It was asked for by its name. */
  readonly isAsked: boolean
}

function NewFunction({ project, first, isAsked, onDeployed }: NewProps) {
  const { ref } = project
  const kept = keptDraft<Work>(ref)
  const [work, setWork] = useState(
    () => kept.read() ?? { template: first, draft: first.draft, name: '', verifyJwt: true },
  )
  const { template, draft, name, verifyJwt } = work
  // brought back in the place of the template that was asked for
  const [isOther, setOther] = useState(isAsked && template.key !== first.key)
  const [problem, setProblem] = useState<string>()
  const known = useQuery(functionsOptions(ref)).data ?? []
  const slug = slugFrom(name)
  const replaced = known.find((each) => each.slug === slug)
  const isTouched = !isSame(draft, template.draft)
  const change = (patch: Partial<Work>) => {
    const next = { ...work, ...patch }
    setWork(next)
    if (isSame(next.draft, next.template.draft)) kept.forget()
    else kept.keep(next)
  }
  const deploy = useDeploy(ref, (made) => {
    kept.forget()
    onDeployed(made)
  })

  function send() {
    if (deploy.isPending) return
    const named = FunctionSlug.safeParse(slug)
    if (slug === '' || named.error)
      return setProblem('Enter a name with at least one letter from a to z')
    deploy.mutate({ slug, draft, metadata: { name: name.trim(), verify_jwt: verifyJwt } })
  }

  return (
    <div className="flex h-full min-h-[36rem] flex-col">
      <h1 className="sr-only">New edge function</h1>
      <header className="flex flex-wrap items-start gap-3 border-b border-line bg-surface px-4 py-3">
        <Field
          label="Name"
          className="w-full sm:w-64"
          error={problem}
          hint={slug ? `…/functions/v1/${slug}` : 'What it is called by, too.'}
        >
          <Input
            autoFocus
            value={name}
            onChange={(event) => {
              change({ name: event.target.value })
              setProblem(undefined)
            }}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <Field
          label="Template"
          className="w-full sm:w-48"
          disabledReason={isTouched ? 'You have changed its code' : undefined}
        >
          <Select
            options={TEMPLATES.map(({ key, name: label }) => ({ value: key, label }))}
            value={template.key}
            onChange={(key) => {
              const next = TEMPLATES.find((each) => each.key === key) ?? template
              change({ template: next, draft: next.draft })
            }}
          />
        </Field>
        <div className="flex grow items-center justify-between gap-3 sm:mt-7">
          <Checkbox
            checked={verifyJwt}
            onChange={(isVerified) => change({ verifyJwt: isVerified })}
            label="Verify JWT"
          />
          <Button
            variant="primary"
            icon={<Rocket aria-hidden />}
            loading={deploy.isPending}
            onClick={send}
          >
            {replaced ? 'Replace and deploy' : 'Deploy'}
          </Button>
        </div>
      </header>
      {replaced && (
        <Alert tone="warning" className="m-3 shrink-0">
          There is a function {replaced.slug} already. Deploying replaces its code.
        </Alert>
      )}
      {isOther && (
        <Alert
          className="m-3 shrink-0"
          action={
            <Button
              size="sm"
              onClick={() => {
                change({ template: first, draft: first.draft })
                setOther(false)
              }}
            >
              Begin with {first.name}
            </Button>
          }
        >
          This is what you were writing before.
        </Alert>
      )}
      <DeployError error={deploy.error} />
      <div className="min-h-0 flex-1">
        <DraftEditor
          key={template.key}
          draft={draft}
          onChange={(next) => change({ draft: next })}
          onSave={send}
        />
      </div>
      <LeaveDraft isDirty={isTouched} kept={kept} />
    </div>
  )
}

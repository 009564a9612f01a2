import type { EdgeFunction, Project } from '@plinth/contract'
import { CopyField, DataList, Field, SettingsSection, Switch, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { useProjectMay } from '#app/api/session.ts'
import { When } from '#app/lib/When.tsx'
import { DeleteFunction } from './DeleteFunction.tsx'
import { refreshFunctions } from './function-options.ts'
import { InvokeSnippets } from './InvokeSnippets.tsx'

type Props = {
  readonly project: Project
  readonly fn: EdgeFunction
  readonly onDeleted: () => void
}

/** Where a function is called, by whom, and how. */
export function DetailsPage({ project, fn, onDeleted }: Props) {
  return (
    <>
      <SettingsSection title="Function">
        <Field layout="row" label="URL" hint="Further path and search go on to the function.">
          <CopyField value={fn.url} aria-label="URL" />
        </Field>
        <div>
          <DataList
            items={[
              { label: 'Name in the URL', value: <code className="font-mono">{fn.slug}</code> },
              {
                label: 'Entry point',
                value: <code className="font-mono">{fn.entrypoint_path}</code>,
              },
              { label: 'Version', value: fn.version },
              { label: 'Deployed', value: <When date={fn.updated_at} /> },
              { label: 'First deployed', value: <When date={fn.created_at} /> },
            ]}
          />
        </div>
        <VerifyJwt {...{ project, fn }} />
      </SettingsSection>
      <InvokeSnippets project={project} fn={fn} />
      <DeleteFunction {...{ project, fn, onDeleted }} />
    </>
  )
}

function VerifyJwt({ project, fn }: Omit<Props, 'onDeleted'>) {
  const mayWrite = useProjectMay('functions:write', project)
  const update = useMutation(
    api.functions.update.mutationOptions({
      onSuccess: async (saved) => {
        toast.success(saved.verify_jwt ? 'A key is needed from now on' : 'Anybody can call it now')
        await refreshFunctions()
      },
      onError: (error) => toast.error(`Failed to change the function: ${messageOf(error)}`),
    }),
  )
  return (
    <div>
      <Switch
        label="Verify JWT"
        description="Only requests with a key or token of this project reach it. Turned off, anybody does: the code itself has to check who calls."
        checked={update.isPending ? (update.variables.verify_jwt ?? false) : fn.verify_jwt}
        disabled={update.isPending}
        disabledReason={
          mayWrite ? undefined : 'You need additional permissions to change edge functions'
        }
        onChange={(isVerified) =>
          update.mutate({ ref: project.ref, slug: fn.slug, verify_jwt: isVerified })
        }
      />
    </div>
  )
}

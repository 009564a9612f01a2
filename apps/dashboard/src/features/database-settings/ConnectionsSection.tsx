import type { PostgresConfig, Project } from '@plinth/contract'
import { MIN_CONNECTIONS, projectCan } from '@plinth/contract'
import { Button, ConfirmDialog, Field, Input, SettingsSection, toast } from '@plinth/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { PendingSection } from '#app/api/PendingSection.tsx'
import { refreshProject } from '#app/api/project.ts'
import { queryClient } from '#app/api/query-client.ts'
import { useSettingsRefusal } from './use-settings-refusal.ts'

/** How many connections Postgres takes at once. */
export function ConnectionsSection({ project }: { project: Project }) {
  const query = useQuery(api.postgresConfig.view.queryOptions({ input: { ref: project.ref } }))
  const { data } = query
  if (data) return <ConnectionsForm key={data.max_connections} project={project} config={data} />
  return (
    <PendingSection
      title="Connection limit"
      query={query}
      failure="The connection limit could not be loaded"
    />
  )
}

function ConnectionsForm({ project, config }: { project: Project; config: PostgresConfig }) {
  const { ref } = project
  const { default_max_connections: suited, most_max_connections: most } = config
  const before = config.max_connections === null ? '' : String(config.max_connections)
  const [text, setText] = useState(before)
  const [problem, setProblem] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const refusal = useSettingsRefusal(project)
  const update = useMutation(
    api.postgresConfig.update.mutationOptions({
      onSuccess: async (saved) => {
        const { queryKey } = api.postgresConfig.view.queryOptions({ input: { ref } })
        queryClient.setQueryData(queryKey, saved)
        await refreshProject(ref)
      },
      onError: (error) => toast.error(`Failed to set the connection limit: ${messageOf(error)}`),
      onSettled: () => setAsking(false),
    }),
  )
  const wanted = text.trim() === '' ? null : Number(text)
  const restarts = projectCan('query', project.status)

  function review() {
    const isFine =
      wanted === null || (Number.isInteger(wanted) && wanted >= MIN_CONNECTIONS && wanted <= most)
    if (isFine) setAsking(true)
    else setProblem(`Enter a whole number from ${MIN_CONNECTIONS} to ${most}`)
  }

  return (
    <SettingsSection
      title="Connection limit"
      description="Connections go straight to Postgres: there is no pooler in between. The data API has a pool of its own, in the API settings."
      note={`This size has memory for at most ${most}. More connections leave less memory for each.`}
      footer={
        <>
          <Button disabled={text === before} onClick={() => setText(before)}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={text === before}
            disabledReason={refusal}
            onClick={review}
          >
            Save
          </Button>
        </>
      }
    >
      <Field
        layout="row"
        label="Maximum connections"
        hint="Left empty it follows the compute size."
        error={problem}
        disabledReason={refusal}
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          placeholder={String(suited)}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setProblem(undefined)
          }}
        />
      </Field>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Set the connection limit?"
        description={
          restarts
            ? `Postgres restarts to take ${wanted ?? suited} connections: every connection ends, and new ones are refused for a second or two.`
            : `Postgres takes ${wanted ?? suited} connections from its next start on.`
        }
        confirmLabel={restarts ? 'Save and restart' : 'Save'}
        loading={update.isPending}
        onConfirm={() => update.mutate({ ref, max_connections: wanted })}
      />
    </SettingsSection>
  )
}

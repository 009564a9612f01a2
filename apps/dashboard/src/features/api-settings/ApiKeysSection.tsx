import type { ApiKey, ApiKeyRole, Project } from '@plinth/contract'
import {
  Alert,
  Badge,
  CopyField,
  Field,
  SecretField,
  SettingsSection,
  Skeleton,
  toast,
} from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, client } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { useProjectMay } from '#app/api/session.ts'
import { QueryError } from '#app/api/QueryError.tsx'
import { When } from '#app/lib/When.tsx'
import { areKeysCertain, keysNote, type SecretUpdate } from './keys-note.ts'

type Props = { readonly project: Project; readonly update: SecretUpdate }

const ABOUT: Record<ApiKeyRole, { label: string; hint: string }> = {
  anon: {
    label: 'anon',
    hint: 'Safe in a browser where row-level security is on for your tables.',
  },
  service_role: {
    label: 'service_role',
    hint: 'Passes by row-level security. It belongs on a server, never into a page.',
  },
}

/** The two keys that are made from the JWT secret, for whoever may see them. */
export function ApiKeysSection({ project, update }: Props) {
  const { ref } = project
  const mayRead = useProjectMay('api_keys:read', project)
  const keys = useQuery(api.apiKeys.list.queryOptions({ input: { ref }, enabled: mayRead }))
  const legacy = keys.data?.filter(({ type }) => type === 'legacy')
  return (
    <SettingsSection
      title="Project API keys"
      description="Requests to the project’s API carry one of them. Both are made from the JWT secret."
    >
      {!mayRead ? (
        <div>
          <Alert title="You don't have permission to view API keys.">
            These keys restricted to users with higher access levels.
          </Alert>
        </div>
      ) : keys.error && !legacy ? (
        <QueryError title="Failed to retrieve API keys" query={keys} />
      ) : legacy ? (
        legacy.map((key) => <KeyRow key={key.id} {...{ project, update }} apiKey={key} />)
      ) : (
        ['anon', 'service_role'].map((role) => (
          <div key={role}>
            <Skeleton className="h-8" />
          </div>
        ))
      )}
    </SettingsSection>
  )
}

function KeyRow({ project, update, apiKey }: Props & { apiKey: ApiKey }) {
  const { role } = apiKey.secret_jwt_template
  const { label, hint } = ABOUT[role]
  const note = keysNote(update)
  const disabledReason = areKeysCertain(update)
    ? undefined
    : (note ?? 'The keys are being looked up')
  return (
    <Field
      layout="row"
      label={
        <span className="flex flex-wrap items-center gap-1.5">
          {label}
          <Badge tone={role === 'anon' ? 'neutral' : 'danger'}>
            {role === 'anon' ? 'public' : 'secret'}
          </Badge>
        </span>
      }
      hint={
        <>
          {note ?? hint} <LastUsed projectRef={project.ref} apiKey={apiKey} />
        </>
      }
    >
      {role === 'anon' && apiKey.api_key !== null ? (
        <CopyField value={apiKey.api_key} aria-label="anon key" />
      ) : (
        <SecretField
          key={apiKey.hash}
          value={undefined}
          onReveal={() => revealed(project.ref, apiKey.id)}
          disabledReason={disabledReason}
          aria-label={`${role} key`}
        />
      )}
    </Field>
  )
}

/** Asked for when it is wanted, so that it is in no answer that nobody asked to see it in. */
async function revealed(ref: string, id: string): Promise<string | undefined> {
  try {
    const keys = await client.apiKeys.list({ ref, reveal: 'true' })
    return keys.find((key) => key.id === id)?.api_key ?? ''
  } catch (error) {
    toast.error(`Failed to reveal the key: ${messageOf(error)}`)
    return undefined
  }
}

function LastUsed({ projectRef, apiKey }: { projectRef: string; apiKey: ApiKey }) {
  const { data, error } = useQuery(
    api.apiKeys.lastUsed.queryOptions({ input: { ref: projectRef } }),
  )
  useEffect(() => {
    // one text for both keys, so that it is shown once
    if (error)
      toast.error('Failed to identify when the anon and service_role keys were last used', {
        id: 'keys-last-used',
      })
  }, [error])
  if (!data) return null
  const newest = data.result
    .filter(({ signature_prefix: prefix }) => prefix === apiKey.prefix)
    .reduce((latest, { timestamp }) => Math.max(latest, timestamp), 0)
  if (newest === 0) return 'Not used in the last 24 hours.'
  return (
    <>
      Last request <When date={new Date(newest).toISOString()} />.
    </>
  )
}

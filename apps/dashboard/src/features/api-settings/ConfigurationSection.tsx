import type { Project } from '@plinth/contract'
import { Alert, Button, CopyField, Field, SecretField, SettingsSection, Skeleton } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api } from '#app/api/client.ts'
import { hasCode } from '#app/api/errors.ts'
import { useProjectMay } from '#app/api/session.ts'
import { QueryError } from '#app/api/QueryError.tsx'
import { areKeysCertain, keysNote, type SecretUpdate } from './keys-note.ts'

const ChangeSecretDialog = lazy(() => import('./ChangeSecretDialog.tsx'))

type Props = { readonly project: Project; readonly update: SecretUpdate }

/** Where the project's API is, and the secret that its keys are made from. */
export function ConfigurationSection({ project, update }: Props) {
  const { ref } = project
  const settings = useQuery(api.settings.view.queryOptions({ input: { ref } }))
  const domain = useCustomDomain(ref)
  const config = settings.data
  const url = config && `${config.app_config.protocol}://${domain ?? config.app_config.endpoint}`
  return (
    <SettingsSection
      title="Project configuration"
      footer={config && <ChangeSecret {...{ project, update }} />}
      note={update?.status === 'Updating' ? 'Updating JWT secret...' : undefined}
    >
      {settings.error && !config ? (
        <QueryError title="Failed to retrieve configuration" query={settings} />
      ) : config && url ? (
        <>
          <Field layout="row" label="URL" hint="What a client library is given.">
            <CopyField value={url} aria-label="URL" />
          </Field>
          <Field
            layout="row"
            label="JWT secret"
            hint="Signs the tokens that the API believes. Whoever has it can be anybody."
          >
            {config.jwt_secret === null ? (
              <p className="text-sm text-muted">
                You need additional permissions to view the JWT secret
              </p>
            ) : (
              <SecretField
                key={config.jwt_secret}
                value={config.jwt_secret}
                disabledReason={areKeysCertain(update) ? undefined : keysNote(update)}
                aria-label="JWT secret"
              />
            )}
          </Field>
          {update?.status === 'Failed' && (
            <div>
              <Alert tone="critical" title="Failed to update JWT secret">
                {update.error ?? 'A step failed.'} Nothing was changed: the keys you had are valid.
              </Alert>
            </div>
          )}
        </>
      ) : (
        ['url', 'secret'].map((row) => (
          <div key={row}>
            <Skeleton className="h-8" />
          </div>
        ))
      )}
    </SettingsSection>
  )
}

function ChangeSecret({ project, update }: Props) {
  const [isAsking, setAsking] = useState(false)
  const mayWrite = useProjectMay('api_keys:write', project)
  const disabledReason = !mayWrite
    ? 'You need additional permissions to change the JWT secret'
    : project.status === 'ACTIVE_HEALTHY'
      ? undefined
      : 'Available once the project is running'
  return (
    <>
      <Button
        loading={update?.status === 'Updating'}
        disabledReason={disabledReason}
        onClick={() => setAsking(true)}
      >
        {update?.status === 'Failed' ? 'Try another secret' : 'Change JWT secret'}
      </Button>
      <Suspense>
        {isAsking && <ChangeSecretDialog project={project} onClose={() => setAsking(false)} />}
      </Suspense>
    </>
  )
}

/** The domain of its own, where it has one: most have none, which is no error. */
function useCustomDomain(ref: string): string | undefined {
  const { data } = useQuery(
    api.customHostname.view.queryOptions({
      input: { ref },
      retry: (count, error) =>
        count < 2 &&
        !hasCode(error, 'CUSTOM_HOSTNAME_NOT_ALLOWED') &&
        !hasCode(error, 'CUSTOM_HOSTNAME_NOT_FOUND'),
    }),
  )
  return data?.hostname
}

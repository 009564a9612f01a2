import type { Project } from '@plinth/contract'
import { Alert, Button, ConfirmDialog, SettingsSection, Skeleton, Switch, toast } from '@plinth/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { api, client } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { saveText } from '#app/lib/save-text.ts'
import { useSettingsRefusal } from './use-settings-refusal.ts'

/** Whether plain connections are let in, and what clients check the server with. */
export function EncryptionSection({ project }: { project: Project }) {
  const { ref } = project
  const options = api.sslEnforcement.view.queryOptions({ input: { ref } })
  const { data, error } = useQuery(options)
  const [isAsking, setAsking] = useState(false)
  const refusal = useSettingsRefusal(project)
  const update = useMutation(
    api.sslEnforcement.update.mutationOptions({
      onSuccess: (saved) => {
        queryClient.setQueryData(options.queryKey, saved)
        setAsking(false)
        toast.success(
          saved.currentConfig.database
            ? 'Only encrypted connections are let in now'
            : 'Plain connections are let in again',
        )
      },
      onError: (cause) => toast.error(`Failed to update SSL enforcement: ${messageOf(cause)}`),
    }),
  )
  const set = (database: boolean) => update.mutate({ ref, requestedConfig: { database } })
  const isEnforced = data?.currentConfig.database ?? false
  return (
    <SettingsSection
      title="SSL configuration"
      description="Every database of this installation speaks TLS 1.2 and up. Whether clients must use it is up to you."
      footer={<DownloadCertificate projectRef={ref} />}
      note="Lets clients check the server, with sslmode=verify-full."
    >
      {data ? (
        <Switch
          label="Enforce SSL on incoming connections"
          description="Plain connections are refused. Connections that are open go on, and nothing restarts."
          checked={isEnforced}
          onChange={(next) => (next ? setAsking(true) : set(false))}
          disabledReason={refusal}
          disabled={update.isPending}
        />
      ) : error ? (
        <Alert tone="warning">{messageOf(error)}</Alert>
      ) : (
        <Skeleton className="w-64" />
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Enforce SSL on incoming connections?"
        description="Whatever connects without SSL from now on is refused. The dashboard and the data API are not touched."
        confirmLabel="Enforce SSL"
        loading={update.isPending}
        onConfirm={() => set(true)}
      />
    </SettingsSection>
  )
}

function DownloadCertificate({ projectRef }: { projectRef: string }) {
  const download = useMutation({
    mutationFn: () => client.databaseCertificate.view({ ref: projectRef }),
    onSuccess: ({ certificate }) =>
      saveText({ name: 'plinth-ca.crt', type: 'application/x-x509-ca-cert', text: certificate }),
    onError: (error) => toast.error(`Failed to download the certificate: ${messageOf(error)}`),
  })
  return (
    <Button
      icon={<Download aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      Download certificate
    </Button>
  )
}

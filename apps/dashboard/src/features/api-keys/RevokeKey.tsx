import type { ApiKey, Project } from '@plinth/contract'
import { Button, TextConfirmDialog, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { useProjectMay } from '#app/api/session.ts'

/** Ends one key; the others go on. */
export function RevokeKey({ project, apiKey }: { project: Project; apiKey: ApiKey }) {
  const { id, name } = apiKey
  const [isAsking, setAsking] = useState(false)
  const mayWrite = useProjectMay('api_keys:write', project)
  const revoke = useMutation(
    api.apiKeys.delete.mutationOptions({
      onSuccess: async () => {
        toast.success(`Revoked ${name}`)
        await queryClient.invalidateQueries({ queryKey: api.apiKeys.key() })
      },
      onSettled: () => setAsking(false),
      onError: (error) => toast.error(`Failed to revoke the key: ${messageOf(error)}`),
    }),
  )
  return (
    <>
      <Button
        size="sm"
        aria-label={`Revoke ${name}`}
        disabledReason={mayWrite ? undefined : 'You need additional permissions to revoke API keys'}
        onClick={() => setAsking(true)}
      >
        Revoke
      </Button>
      <TextConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Revoke ${name}`}
        confirmString={name}
        confirmLabel="Revoke this key"
        blockDeleteButton={false}
        loading={revoke.isPending}
        onConfirm={() => revoke.mutate({ ref: project.ref, id })}
        alert={{
          tone: 'critical',
          title: 'Whatever uses it is refused from now on.',
          body: 'A revoked key cannot be brought back.',
        }}
      />
    </>
  )
}

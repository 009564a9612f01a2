import type { Project, VaultSecret } from '@plinth/contract'
import { ConfirmDialog, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { queryClient } from '#app/api/query-client.ts'

type Props = {
  readonly project: Project
  readonly secret: VaultSecret
  readonly onClose: () => void
}

export function DeleteSecretDialog({ project, secret, onClose }: Props) {
  const name = secret.name ?? 'this secret'
  const remove = useMutation(
    api.vault.delete.mutationOptions({
      onSuccess: async () => {
        toast.success(`Deleted ${name}`)
        await queryClient.invalidateQueries({ queryKey: api.vault.key() })
      },
      onError: (error) => toast.error(`Failed to delete the secret: ${messageOf(error)}`),
      onSettled: onClose,
    }),
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${name}`}
      description="SQL that reads it finds nothing from then on. Only a backup could bring it back."
      confirmLabel="Delete secret"
      variant="danger"
      loading={remove.isPending}
      onConfirm={() => remove.mutate({ ref: project.ref, id: secret.id })}
    />
  )
}

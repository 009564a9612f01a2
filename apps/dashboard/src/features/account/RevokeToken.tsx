import type { AccessToken } from '@plinth/contract'
import { Button, ConfirmDialog, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { queryClient } from '#app/api/query-client.ts'

export function RevokeToken({ token }: { token: AccessToken }) {
  const [isAsking, setAsking] = useState(false)
  const revoke = useMutation(
    api.accessTokens.delete.mutationOptions({
      onSuccess: async () => {
        toast.success(`Revoked ${token.name}`)
        await queryClient.invalidateQueries({ queryKey: api.accessTokens.key() })
      },
      onSettled: () => setAsking(false),
      onError: (error) => toast.error(`Failed to revoke the token: ${messageOf(error)}`),
    }),
  )
  return (
    <>
      <Button size="sm" aria-label={`Revoke ${token.name}`} onClick={() => setAsking(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        variant="danger"
        title={`Revoke ${token.name}?`}
        description="Whatever uses it is refused from now on. A revoked token cannot be brought back."
        confirmLabel="Revoke"
        loading={revoke.isPending}
        onConfirm={() => revoke.mutate({ id: token.id })}
      />
    </>
  )
}

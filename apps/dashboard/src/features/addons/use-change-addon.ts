import type { Addons, Project } from '@plinth/contract'
import { toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { addonsOptions } from './addons-options.ts'

/** Gives a project an add-on or takes one away; what follows from it is asked for anew. */
export function useChangeAddon({
  project: { ref, organization_slug: slug },
  name,
  onDone,
}: {
  project: Project
  name: string
  onDone: () => void
}) {
  const settle = (what: string) => ({
    onSuccess: (addons: Addons) => {
      queryClient.setQueryData(addonsOptions(ref).queryKey, addons)
      void queryClient.invalidateQueries({ queryKey: api.backups.key() })
      void queryClient.invalidateQueries({
        queryKey: api.billing.subscription.key({ input: { slug } }),
      })
      toast.success(`${name}: ${what}`)
      onDone()
    },
    onError: (error: unknown) => void toast.error(`Failed to update add-on: ${messageOf(error)}`),
  })
  const select = useMutation(api.addons.select.mutationOptions(settle('enabled')))
  const remove = useMutation(api.addons.remove.mutationOptions(settle('removed')))
  return {
    select: select.mutate,
    remove: remove.mutate,
    isPending: select.isPending || remove.isPending,
  }
}

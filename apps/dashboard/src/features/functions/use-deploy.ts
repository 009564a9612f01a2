import type { DeployMetadata, EdgeFunction } from '@plinth/contract'
import { toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { client } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { asFile, type Draft } from './files.ts'
import { refreshFunctions } from './function-options.ts'

type Deployment = {
  readonly slug: string
  readonly draft: Draft
  readonly metadata: Omit<DeployMetadata, 'entrypoint_path'>
}

/** Sends a draft; what refuses it is told by a toast, and in full by `error`. */
export const useDeploy = (ref: string, onDeployed: (made: EdgeFunction) => void) =>
  useMutation({
    mutationFn: ({ slug, draft, metadata }: Deployment) =>
      client.functions.deploy({
        params: { ref },
        query: { slug },
        body: {
          metadata: JSON.stringify({ ...metadata, entrypoint_path: draft.entrypoint }),
          file: draft.files.map(asFile),
        },
      }),
    onSuccess: async (made) => {
      toast.success('Successfully deployed edge function')
      await refreshFunctions()
      onDeployed(made)
    },
    onError: (error) =>
      toast.error(`Failed to deploy edge function: ${messageOf(error).split('\n')[0]}`),
  })

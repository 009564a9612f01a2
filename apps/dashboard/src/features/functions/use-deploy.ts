import type { DeployMetadata, EdgeFunction } from '@plinth/contract'
import { toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { client } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { asFile, type Draft } from './files.ts'
import { bodyOptions, refreshFunctions } from './function-options.ts'

type Deployment = {
  readonly slug: string
  readonly draft: Draft
  readonly metadata: Omit<DeployMetadata, 'entrypoint_path'>
  /** The version that its writer knows of: over another one it is not sent. */
  readonly known?: number
}

const isOvertaken = async (ref: string, { slug, known }: Deployment) =>
  known !== undefined &&
  (await queryClient.fetchQuery({ ...bodyOptions(ref, slug), staleTime: 0, retry: false }))
    .version !== known

/**
 * Sends a draft; what refuses it is told by a toast, and in full by `error`. `onDeployed` hears which
 * draft was sent: its writer may have gone on writing.
 */
export const useDeploy = (ref: string, onDeployed: (made: EdgeFunction, sent: Draft) => void) =>
  useMutation({
    mutationFn: async (deployment: Deployment) => {
      if (await isOvertaken(ref, deployment)) return undefined
      const { slug, draft, metadata } = deployment
      return client.functions.deploy({
        params: { ref },
        query: { slug },
        body: {
          metadata: JSON.stringify({ ...metadata, entrypoint_path: draft.entrypoint }),
          file: draft.files.map(asFile),
        },
      })
    },
    onSuccess: async (made, { draft }) => {
      if (!made) return
      toast.success('Successfully deployed edge function')
      // before what is deployed is fetched anew, which would look like somebody else's deployment
      onDeployed(made, draft)
      await refreshFunctions()
    },
    onError: (error) =>
      toast.error(`Failed to deploy edge function: ${messageOf(error).split('\n')[0]}`),
  })

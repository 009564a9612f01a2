import { toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { startDownload } from '#app/lib/start-download.ts'
import { api } from './client.ts'
import { messageOf } from './errors.ts'

/** Fetches a one-time link for a backup and follows it: the file goes where the browser puts files. */
export function useDownloadBackup(ref: string) {
  const { mutate, isPending, variables } = useMutation(
    api.backups.download.mutationOptions({
      onSuccess: ({ fileUrl }) => {
        startDownload(fileUrl)
        toast.info('The download is being prepared', {
          description:
            'The backup is restored out of sight and written as SQL. A large one takes a while to begin.',
        })
      },
      onError: (error) => toast.error(`Failed to download backup: ${messageOf(error)}`),
    }),
  )
  return {
    download: (id: string) => mutate({ ref, id }),
    isPreparing: (id: string) => isPending && variables.id === id,
  }
}

import { queryClient } from '#app/api/query-client.ts'

const ALL = ['function-drafts'] as const

// nothing can bring one back: it stays until it is deployed, taken back or left behind on purpose
queryClient.setQueryDefaults(ALL, { gcTime: Infinity })

type KeptDraft<Work> = {
  readonly read: () => Work | undefined
  readonly keep: (work: Work) => void
  readonly forget: () => void
}

/**
 * Holds what is being written while its page is away: the status of a project stands in the place of
 * all its pages while it restarts. It is cleared with the rest of what a person saw when they sign out.
 */
export function keptDraft<Work>(ref: string, slug?: string): KeptDraft<Work> {
  const key = [...ALL, ref, slug ?? null]
  return {
    read: () => queryClient.getQueryData<Work>(key),
    keep: (work: Work) => void queryClient.setQueryData(key, work),
    forget: () => queryClient.removeQueries({ queryKey: key, exact: true }),
  }
}

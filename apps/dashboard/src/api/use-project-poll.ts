import type { Project, ProjectStatus } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { now } from '#app/lib/time.ts'
import { pollBy } from './poll-until.ts'
import { projectOptions } from './project.ts'

export type StatusPoll = {
  /** The first question is asked so long after the page came up. */
  readonly firstMs: number
  readonly everyMs: number
}

/**
 * Asks about the project until it stands no longer where the page found it, beside what the platform
 * pushes. The gate above reads the same query and moves on by itself.
 */
export function useProjectPoll(
  { ref }: Pick<Project, 'ref'>,
  { isDone, ...poll }: StatusPoll & { isDone: (project: Project) => boolean },
) {
  const [shownAtMs] = useState(now)
  return useQuery({
    ...projectOptions(ref),
    refetchOnMount: false,
    refetchInterval: pollBy({ ...poll, isDone }, shownAtMs),
  })
}

/** Has it left these statuses? */
export const hasLeft =
  (...statuses: readonly ProjectStatus[]) =>
  ({ status }: Pick<Project, 'status'>): boolean =>
    !statuses.includes(status)

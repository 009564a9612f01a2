import type { ProjectSummary } from '@plinth/contract'

/** Where a project runs, in words: 'AWS, eu-central-1', and plainly for Plinth's own engine. */
export const placeOf = ({
  cloud_provider,
  region,
}: Pick<ProjectSummary, 'cloud_provider' | 'region'>): string =>
  cloud_provider === 'LOCAL' ? 'This machine' : `${cloud_provider}, ${region}`

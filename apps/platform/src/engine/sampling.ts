import { type Cluster, type ProcessSample, sampleProcesses } from '@plinth/postgres'

/** What a server has used since it started; two of the same server tell what it uses. */
export type EngineSample = ProcessSample & {
  /** Another one than before: the counts began anew. */
  readonly pid: number
}

/** Undefined where it does not run, or the system does not tell. */
export async function sampleOf(cluster: Cluster | undefined): Promise<EngineSample | undefined> {
  const sample = cluster && (await sampleProcesses(cluster))
  return sample && { ...sample, pid: cluster.pid }
}

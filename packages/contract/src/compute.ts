import { z } from 'zod'

export const ComputeSize = z.enum([
  'nano',
  'micro',
  'small',
  'medium',
  'large',
  'xlarge',
  '2xlarge',
  '4xlarge',
  '8xlarge',
  '12xlarge',
  '16xlarge',
  '24xlarge',
  '24xlarge_optimized_cpu',
  '24xlarge_optimized_memory',
  '24xlarge_high_memory',
  '48xlarge',
  '48xlarge_optimized_cpu',
  '48xlarge_optimized_memory',
  '48xlarge_high_memory',
])
export type ComputeSize = z.infer<typeof ComputeSize>

/** Where a project may run. Plinth's own engine runs it on this machine; the others are names for later engines. */
export const CloudProvider = z.enum(['LOCAL', 'AWS', 'AWS_K8S', 'AWS_NIMBUS', 'FLY'])
export type CloudProvider = z.infer<typeof CloudProvider>

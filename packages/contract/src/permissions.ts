import { z } from 'zod'
import { PERMISSIONS, ROLES } from './may.ts'

export const Role = z.enum(ROLES)
export type Role = z.infer<typeof Role>

export const Permission = z.enum(PERMISSIONS)
export type Permission = z.infer<typeof Permission>

/** What one person was given in one organization; `projectRefs` null means the whole organization. */
export const Grant = z.object({
  organization_slug: z.string(),
  role: Role,
  project_refs: z.array(z.string()).nullable(),
})
export type Grant = z.infer<typeof Grant>

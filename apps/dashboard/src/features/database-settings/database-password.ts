import { CreateProject } from '@plinth/contract'
import { z } from 'zod'

/** The same rules as for a new project's. */
export const DatabasePassword = z.object({ password: CreateProject.shape.db_pass.unwrap() })

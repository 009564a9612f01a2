import { z } from 'zod'
import { ByRef, BySlug, DisplayName, Pagination, Paging } from './common.ts'
import { CloudProvider, ComputeSize } from './compute.ts'
import { endpoint } from './endpoint.ts'
import { Operation } from './operations.ts'
import { ProjectStatus } from './project-status.ts'

export const PostgresEngine = z.enum(['17', '18'])
export type PostgresEngine = z.infer<typeof PostgresEngine>

/** A project as it stands in a list. */
export const ProjectSummary = z.object({
  id: z.string(),
  ref: z.string(),
  name: z.string(),
  status: ProjectStatus,
  organization_id: z.string(),
  organization_slug: z.string(),
  cloud_provider: CloudProvider,
  region: z.string(),
  instance_size: ComputeSize,
  postgres_engine: PostgresEngine,
  /** The parent of a branch. */
  parent_project_ref: z.string().nullable(),
  created_at: z.string(),
})
export type ProjectSummary = z.infer<typeof ProjectSummary>

export const ServiceHealth = z.object({
  name: z.enum(['db', 'rest', 'auth', 'storage', 'functions', 'realtime']),
  status: z.enum(['healthy', 'unhealthy', 'stopped']),
  detail: z.string().nullable(),
})
export type ServiceHealth = z.infer<typeof ServiceHealth>

export const Project = ProjectSummary.extend({
  /** Null where this project has no REST API of its own yet. */
  postgrestStatus: z.enum(['ONLINE', 'OFFLINE']).nullable(),
  restUrl: z.string().nullable(),
  dbVersion: z.string().nullable(),
  db_host: z.string(),
  db_port: z.int().nullable(),
  /** With a place for the password: nobody can read that back. */
  connectionString: z.string().nullable(),
  connection_string_read_only: z.string().nullable(),
  /** The operation behind a transitional or failed status. */
  operation: Operation.nullable(),
})
export type Project = z.infer<typeof Project>

export const CreateProject = z.strictObject({
  name: DisplayName,
  organization_slug: z.string(),
  db_pass: z
    .string()
    .min(12, 'Use at least 12 characters')
    .max(128, 'Use at most 128 characters')
    // a connection URI is how people use it, and Postgres prepares a password by SASLprep
    .regex(/^[\x20-\x7e]+$/, 'Use letters, digits and common signs only')
    .optional(),
  region: z.string().default('local'),
  cloud_provider: CloudProvider.default('LOCAL'),
  desired_instance_size: ComputeSize.default('micro'),
  postgres_engine: PostgresEngine.default('17'),
})

const StatusList = z
  .string()
  .transform((list) => list.split(',').filter(Boolean))
  .pipe(z.array(ProjectStatus))

export const ProjectSort = z.enum(['name_asc', 'name_desc', 'created_asc', 'created_desc'])
export type ProjectSort = z.infer<typeof ProjectSort>

export const projects = {
  list: endpoint({
    needs: 'organizations:read',
    route: {
      method: 'GET',
      path: '/platform/organizations/{slug}/projects',
      summary: 'Projects of an organization: paged, searched, filtered, sorted',
    },
    errors: ['ORGANIZATION_NOT_FOUND'],
  })
    .input(
      BySlug.extend({
        ...Paging,
        search: z.string().max(64).optional(),
        /** Comma-separated. */
        statuses: StatusList.optional(),
        sort: ProjectSort.default('name_asc'),
      }),
    )
    .output(z.object({ projects: z.array(ProjectSummary), pagination: Pagination })),

  view: endpoint({
    needs: 'projects:read',
    route: { method: 'GET', path: '/platform/projects/{ref}', summary: 'One project' },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(Project),

  status: endpoint({
    needs: 'projects:read',
    route: { method: 'GET', path: '/platform/projects/{ref}/status', summary: 'Its status only' },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(z.object({ status: ProjectStatus })),

  rename: endpoint({
    needs: 'projects:update',
    route: { method: 'PATCH', path: '/platform/projects/{ref}', summary: 'Rename a project' },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef.extend({ name: DisplayName }))
    .output(Project),

  delete: endpoint({
    needs: 'projects:delete',
    route: {
      method: 'DELETE',
      path: '/platform/projects/{ref}',
      summary: 'Delete a project; an owner can bring it back for seven days',
    },
    errors: ['PROJECT_NOT_FOUND', 'WRONG_PROJECT_STATUS', 'OPERATION_CONFLICT'],
  })
    .input(ByRef)
    .output(z.object({ id: z.string(), ref: z.string(), name: z.string() })),

  deleted: endpoint({
    needs: 'organizations:read',
    route: {
      method: 'GET',
      path: '/platform/organizations/{slug}/deleted-projects',
      summary: 'Projects that can still be brought back',
    },
    errors: ['ORGANIZATION_NOT_FOUND'],
  })
    .input(BySlug)
    .output(
      z.array(ProjectSummary.extend({ deleted_at: z.string(), removed_for_good_at: z.string() })),
    ),

  undelete: endpoint({
    // a deleted project is out of sight, so the handler finds it and asks for organizations:update there
    needs: 'signed-in',
    route: {
      method: 'POST',
      path: '/platform/projects/{ref}/undelete',
      summary: 'Bring a deleted project back; owners only, within seven days',
    },
    errors: ['PROJECT_NOT_FOUND', 'WRONG_PROJECT_STATUS', 'OPERATION_CONFLICT'],
  })
    .input(ByRef)
    .output(Project),

  health: endpoint({
    needs: 'projects:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/health',
      summary: 'What its services answer right now',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(
      z.object({
        services: z.array(ServiceHealth),
        database_bytes: z.int().nullable(),
        /** The last lines its server wrote, where that does not run as it should. */
        database_log: z.array(z.string()),
        /** It answers, and has crashed several times in the last minutes. */
        database_keeps_crashing: z.boolean(),
      }),
    ),
}

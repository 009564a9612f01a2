import { z } from 'zod'
import { ByRef, BySlug, Nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { CreateOrganization } from './organizations.ts'
import { CreateProject } from './projects.ts'
import { ProjectStatus } from './project-status.ts'
import { v1Lifecycle } from './v1-lifecycle.ts'

const V1Organization = z.object({ id: z.string(), slug: z.string(), name: z.string() })
const V1Project = z.object({
  id: z.string(),
  ref: z.string(),
  name: z.string(),
  status: ProjectStatus,
  organization_id: z.string(),
  organization_slug: z.string(),
  region: z.string(),
  created_at: z.string(),
  database: z.object({ host: z.string(), port: z.int().nullable(), postgres_engine: z.string() }),
})

/** The public management API: small, stable shapes for automation. */
export const v1 = {
  organizations: {
    list: endpoint({
      needs: 'signed-in',
      route: { method: 'GET', path: '/v1/organizations', summary: 'Your organizations' },
    })
      .input(Nothing)
      .output(z.array(V1Organization)),

    create: endpoint({
      needs: 'signed-in',
      route: {
        method: 'POST',
        path: '/v1/organizations',
        summary: 'Create an organization; you become its owner',
        successStatus: 201,
      },
    })
      .input(CreateOrganization)
      .output(V1Organization),

    view: endpoint({
      needs: 'organizations:read',
      route: { method: 'GET', path: '/v1/organizations/{slug}', summary: 'One organization' },
      errors: ['ORGANIZATION_NOT_FOUND'],
    })
      .input(BySlug)
      .output(V1Organization),
  },

  projects: {
    ...v1Lifecycle,

    list: endpoint({
      needs: 'signed-in',
      route: {
        method: 'GET',
        path: '/v1/projects',
        summary: 'The projects you can see, at most a thousand',
      },
    })
      .input(Nothing)
      .output(z.array(V1Project)),

    create: endpoint({
      // the organization stands in the body, so the handler asks for projects:create there
      needs: 'signed-in',
      route: {
        method: 'POST',
        path: '/v1/projects',
        summary: 'Create a project; it comes up in the background',
        successStatus: 201,
      },
      errors: ['ORGANIZATION_NOT_FOUND', 'SIZE_UNAVAILABLE', 'VERSION_UNAVAILABLE'],
    })
      .input(CreateProject)
      .output(V1Project),

    view: endpoint({
      needs: 'projects:read',
      route: { method: 'GET', path: '/v1/projects/{ref}', summary: 'One project' },
      errors: ['PROJECT_NOT_FOUND'],
    })
      .input(ByRef)
      .output(V1Project),

    delete: endpoint({
      needs: 'projects:delete',
      route: { method: 'DELETE', path: '/v1/projects/{ref}', summary: 'Delete a project' },
      errors: ['PROJECT_NOT_FOUND', 'WRONG_PROJECT_STATUS', 'OPERATION_CONFLICT'],
    })
      .input(ByRef)
      .output(z.object({ id: z.string(), ref: z.string(), name: z.string() })),

    query: endpoint({
      needs: 'sql:read',
      route: {
        method: 'POST',
        path: '/v1/projects/{ref}/database/query',
        summary: 'Run SQL; the rows of the last statement that returns any, as objects',
        successStatus: 201,
      },
      errors: [
        'PROJECT_NOT_FOUND',
        'WRONG_PROJECT_STATUS',
        'PROJECT_UNREACHABLE',
        'QUERY_TOO_LARGE',
        'QUERY_FAILED',
      ],
      audit: false, // as for the dashboard's own: the handler audits what writes
    })
      .input(ByRef.extend({ query: z.string().min(1), read_only: z.boolean().default(false) }))
      .output(z.array(z.record(z.string(), z.unknown()))),
  },
}

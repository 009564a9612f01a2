import { may, OPERATION_NEEDS, OperationKind } from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import { actorOf, os, type ProjectRow, projectOf, type RequestContext } from '#app/base/context.ts'
import { guardOf } from '#app/control/power/service.ts'
import type { Lifecycle } from '#app/lifecycle/lifecycle.ts'
import type { OperationRow } from '#app/lifecycle/operation-store.ts'
import { presentOperation } from '#app/lifecycle/present.ts'

export const operationHandlers = ({ lifecycle }: { lifecycle: Lifecycle }) => {
  async function find(project: ProjectRow, id: string) {
    const row = await lifecycle.operations.byId(id)
    // an operation of another project looks like a missing one
    if (!row || row.project_id !== project.id) throw new AppError('OPERATION_NOT_FOUND')
    return row
  }

  async function present(row: OperationRow) {
    const [newest] = await lifecycle.operations.newest(row.project_id, 1)
    return presentOperation(row, newest?.id === row.id)
  }

  /** The operation, for somebody who may begin one like it. */
  async function findOwn(context: RequestContext, id: string) {
    const project = projectOf({ context })
    const row = await find(project, id)
    const permission = OPERATION_NEEDS[OperationKind.parse(row.kind)]
    const projectRef = project.parent_project_ref ?? project.ref
    const target = { organizationSlug: project.organization_slug, projectRef }
    if (!may(actorOf({ context }), permission, target)) {
      throw new AppError('FORBIDDEN', { data: { permission } })
    }
    return row
  }

  return {
    list: os.operations.list.handler(async ({ input, context }) => {
      const rows = await lifecycle.operations.newest(projectOf({ context }).id, input.limit)
      return rows.map((row, index) => presentOperation(row, index === 0))
    }),

    view: os.operations.view.handler(async ({ input, context }) =>
      present(await find(projectOf({ context }), input.id)),
    ),

    retry: os.operations.retry.handler(async ({ input, context }) => {
      const project = projectOf({ context })
      const row = await findOwn(context, input.id)
      await lifecycle.retry(row, guardOf(row.kind, project))
      return present(await find(project, input.id))
    }),

    cancel: os.operations.cancel.handler(async ({ input, context }) => {
      await lifecycle.cancel(await findOwn(context, input.id))
      return present(await find(projectOf({ context }), input.id))
    }),
  }
}

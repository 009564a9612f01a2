import { AppError } from '#app/base/app-error.ts'
import { os, type ProjectRow, projectOf } from '#app/base/context.ts'
import type { Lifecycle } from '#app/lifecycle/lifecycle.ts'
import { presentOperation } from '#app/lifecycle/present.ts'

export const operationHandlers = ({ lifecycle }: { lifecycle: Lifecycle }) => {
  async function find(project: ProjectRow, id: string) {
    const row = await lifecycle.operations.byId(id)
    // an operation of another project looks like a missing one
    if (!row || row.project_id !== project.id) throw new AppError('OPERATION_NOT_FOUND')
    return row
  }

  return {
    list: os.operations.list.handler(async ({ input, context }) => {
      const rows = await lifecycle.operations.newest(projectOf({ context }).id, input.limit)
      return rows.map(presentOperation)
    }),

    view: os.operations.view.handler(async ({ input, context }) =>
      presentOperation(await find(projectOf({ context }), input.id)),
    ),

    retry: os.operations.retry.handler(async ({ input, context }) => {
      const project = projectOf({ context })
      await lifecycle.retry(await find(project, input.id))
      return presentOperation(await find(project, input.id))
    }),

    cancel: os.operations.cancel.handler(async ({ input, context }) => {
      const project = projectOf({ context })
      await lifecycle.cancel(await find(project, input.id))
      return presentOperation(await find(project, input.id))
    }),
  }
}

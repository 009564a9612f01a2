import { AppError } from '#app/base/app-error.ts'
import { os, type ProjectRow, projectOf } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { presentFile, presentFunction } from './present.ts'
import { type DeployDeps, deployFunction } from './service.ts'
import { functionStore } from './store.ts'

type FunctionDeps = DeployDeps & Pick<Deps, 'bus'> & { readonly gatewayUrl: string }

export const functionHandlers = (deps: FunctionDeps) => {
  const { db, bus, gatewayUrl } = deps
  const store = functionStore(db)
  /** Who serves them reads them anew. */
  const tell = (ref: string) => bus.publish({ topic: 'functions', ref })
  const addressOf = ({ ref }: ProjectRow) => `${gatewayUrl}/projects/${ref}/functions/v1`

  async function found(project: ProjectRow, slug: string) {
    const row = await store.bySlug(project.id, slug)
    if (!row) throw new AppError('FUNCTION_NOT_FOUND')
    return row
  }

  return {
    list: os.functions.list.handler(async ({ context }) => {
      const project = projectOf({ context })
      const rows = await store.list(project.id)
      return rows.map((row) => presentFunction(row, addressOf(project)))
    }),

    view: os.functions.view.handler(async ({ input, context }) => {
      const project = projectOf({ context })
      return presentFunction(await found(project, input.slug), addressOf(project))
    }),

    body: os.functions.body.handler(async ({ input, context }) => {
      const { id, version, entrypoint_path } = await found(projectOf({ context }), input.slug)
      const files = (await store.files(id)).map(presentFile)
      const entry = files.filter(({ name }) => name === entrypoint_path)
      const others = files.filter(({ name }) => name !== entrypoint_path)
      return { version, entrypoint_path, files: [...entry, ...others] }
    }),

    deploy: os.functions.deploy.handler(async ({ input, context }) => {
      const project = projectOf({ context })
      const row = await deployFunction(deps, project, { ...input.query, ...input.body })
      await tell(project.ref)
      return presentFunction(row, addressOf(project))
    }),

    update: os.functions.update.handler(async ({ input, context }) => {
      const project = projectOf({ context })
      const row = await store.update(project.id, input.slug, input)
      if (!row) throw new AppError('FUNCTION_NOT_FOUND')
      await tell(project.ref)
      return presentFunction(row, addressOf(project))
    }),

    delete: os.functions.delete.handler(async ({ input, context }) => {
      const { id, ref } = projectOf({ context })
      if (!(await store.delete(id, input.slug))) throw new AppError('FUNCTION_NOT_FOUND')
      await tell(ref)
      return { ok: true as const }
    }),
  }
}

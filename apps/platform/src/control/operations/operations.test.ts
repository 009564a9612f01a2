import { type Operation, OPERATION_NEEDS, OperationKind, ROLES } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFINITIONS } from '#app/lifecycle/definitions.ts'
import { operationStore } from '#app/lifecycle/operation-store.ts'
import { answersOf } from '#test/answers.ts'
import type { As, Failure } from '#test/harness.ts'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { operationHandlers } from './handlers.ts'

let t: RunningApp
beforeAll(async () => {
  t = await runningApp({
    router: (parts: RunningParts) => ({ operations: operationHandlers(parts) }),
  })
})
afterAll(() => t[Symbol.asyncDispose]())

/** A project that no platform of this test works for. */
async function scene() {
  const cast = await t.cast()
  const project = await t.makeProject(cast.organization)
  const { ref } = project
  await t.db.updateTable('projects').set({ host: 'elsewhere' }).where('ref', '=', ref).execute()
  return { ...cast, ...project, path: `/platform/projects/${ref}/operations` }
}

async function operation(projectId: string, kind: OperationKind, status: string) {
  const id = await t.db.transaction().execute((trx) =>
    operationStore(t.db).insert(trx, {
      projectId,
      kind,
      input: {},
      steps: ['backup'],
      state: {},
      requestedBy: null,
    }),
  )
  await t.db.updateTable('operations').set({ status }).where('id', '=', id).execute()
  return id
}

const ask = (path: string, as: As) => t.call<Operation & Failure>('POST', path, { as })

test('member, stranger, nobody and a bad body', async () => {
  const { id, as, path } = await scene()
  const earlier = await operation(id, 'backup', 'succeeded')
  const failed = `${path}/${await operation(id, 'backup', 'failed')}`
  expect(
    await answersOf(t.call, as, [
      { method: 'GET', path },
      { method: 'GET', path: `${path}?limit=0` },
      { method: 'GET', path: failed },
      { method: 'GET', path: `${path}/a` },
      { method: 'POST', path: `${failed}/cancel`, bad: { force: true } },
      { method: 'POST', path: `${failed}/retry`, bad: { force: true } },
    ]),
  ).toMatchInlineSnapshot(`
    {
      "GET /platform/projects/…/operations": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /platform/projects/…/operations/a": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 422 BAD_INPUT",
      "GET /platform/projects/…/operations/…": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /platform/projects/…/operations?limit=0": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 422 BAD_INPUT",
      "POST /platform/projects/…/operations/…/cancel": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 409 OPERATION_NOT_CANCELLABLE",
      "POST /platform/projects/…/operations/…/retry": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 200",
    }
  `)
  const other = await scene()
  const seen = await t.call('GET', `${other.path}/${earlier}`, { as: other.as.member })
  expect([seen.status, seen.body.code], 'of another project').toEqual([404, 'OPERATION_NOT_FOUND'])
})

type Scene = Awaited<ReturnType<typeof scene>>

/** Which roles may retry one of this kind, and cancel it. */
async function allowed({ organization, id, path }: Scene, kind: OperationKind) {
  const may: string[] = []
  for (const role of ROLES) {
    const { as } = await t.makeMember(organization, role)
    const operationId = await operation(id, kind, 'failed')
    const retried = await ask(`${path}/${operationId}/retry`, as)
    await t.db
      .updateTable('operations')
      .set({ status: 'running' })
      .where('id', '=', operationId)
      .execute()
    const cancelled = await ask(`${path}/${operationId}/cancel`, as)
    await t.db.deleteFrom('operations').where('id', '=', operationId).execute()
    const codes = [retried, cancelled].map(({ body }) => body.code ?? 'done')
    if (!codes.includes('FORBIDDEN')) may.push(role)
    else {
      const { data } = retried.body
      expect([role, codes, data?.['permission']]).toEqual([
        role,
        ['FORBIDDEN', 'FORBIDDEN'],
        OPERATION_NEEDS[kind],
      ])
    }
  }
  return may.join(' ')
}

test('who may begin an operation may retry and cancel it, and nobody else', async () => {
  const cast = await scene()
  const rows: Record<string, string> = {}
  for (const { kind } of DEFINITIONS) {
    rows[kind] = await allowed(cast, kind)
  }
  expect(rows).toMatchInlineSnapshot(`
    {
      "backup": "owner administrator developer",
      "create": "owner administrator",
      "delete": "owner administrator",
      "pause": "owner administrator",
      "purge": "owner administrator",
      "resize": "owner administrator",
      "restart": "owner administrator developer",
      "restore": "owner administrator",
      "restore_backup": "owner administrator developer",
      "rotate_jwt_secret": "owner administrator",
      "undelete": "owner administrator",
      "upgrade": "owner administrator",
    }
  `)
})

test('only the newest operation says that it can be tried again', async () => {
  const { id, as, path } = await scene()
  const first = await operation(id, 'restart', 'failed')
  const second = await operation(id, 'backup', 'failed')
  const listed = await t.call<Operation[]>('GET', path, { as: as.member })
  const retryable = listed.body.map((row) => [row.id, row.can_retry])
  expect(retryable).toEqual([
    [second, true],
    [first, false],
  ])
  const view = await t.call<Operation>('GET', `${path}/${first}`, { as: as.member })
  expect(view.body.can_retry).toBe(false)
  expect((await ask(`${path}/${first}/retry`, as.member)).body.code).toBe('OPERATION_NOT_RETRYABLE')
})

test('asked twice at once it is retried once', async () => {
  const { id, as, path } = await scene()
  const failed = `${path}/${await operation(id, 'backup', 'failed')}/retry`
  const both = await Promise.all([ask(failed, as.member), ask(failed, as.member)])
  expect(
    both
      .map(({ status, body }) => body.code ?? status)
      .toSorted((a, b) => String(a).localeCompare(String(b))),
  ).toEqual([200, 'OPERATION_NOT_RETRYABLE'])
})

test('every kind says what it takes', () => {
  expect(Object.keys(OPERATION_NEEDS)).toEqual(OperationKind.options)
})

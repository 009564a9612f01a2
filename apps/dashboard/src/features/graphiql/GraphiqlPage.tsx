import { GraphqlRole, type Project, projectCan } from '@plinth/contract'
import { CopyButton, EmptyState, Input, SegmentedControl, Spinner } from '@plinth/ui'
import { Braces } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import { useProjectMay } from '#app/api/session.ts'
import { NoPermission } from '#app/lib/NoPermission.tsx'

const GraphiqlEditor = lazy(() => import('./GraphiqlEditor.tsx'))

const ROLES = [
  { value: 'anon', label: 'anon' },
  { value: 'authenticated', label: 'authenticated' },
  { value: 'service_role', label: 'service_role' },
] as const satisfies readonly { value: GraphqlRole; label: string }[]

/** The project's GraphQL, tried as any of its roles. */
export function GraphiqlPage({ project }: { project: Project }) {
  const mayAsk = useProjectMay('sql:write', project)
  const [role, setRole] = useState<GraphqlRole>('anon')
  const [user, setUser] = useState('')
  const userId = user.trim()
  const isUser = userId === '' || z.uuid().safeParse(userId).success
  const endpoint = project.restUrl?.replace(/\/rest\/v1\/?$/, '/graphql/v1')
  if (!mayAsk) return <NoPermission what="run GraphQL on this project" />
  if (!projectCan('query', project.status))
    return (
      <EmptyState icon={<Braces aria-hidden />} title="The project is not running">
        GraphQL can be asked once it is active again.
      </EmptyState>
    )
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
        <h1 className="text-sm font-semibold">GraphiQL</h1>
        <SegmentedControl aria-label="Run as" options={ROLES} value={role} onChange={setRole} />
        {role === 'authenticated' && (
          <Input
            mono
            aria-label="User id"
            aria-invalid={!isUser}
            placeholder="User id (UUID), or nobody in particular"
            value={user}
            onChange={(event) => setUser(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            className="h-8 w-full text-xs sm:w-80"
          />
        )}
        <span className="grow" />
        {endpoint && <CopyButton size="sm" label="Copy endpoint" value={endpoint} />}
      </div>
      {role === 'service_role' && (
        <p className="border-b border-warning-line bg-warning-soft px-4 py-1.5 text-xs text-warning-text">
          service_role passes by row-level security: it reads and changes everything.
        </p>
      )}
      {!isUser && (
        <p
          role="alert"
          className="border-b border-danger-line px-4 py-1.5 text-xs text-danger-text"
        >
          Enter the id of a user, a UUID, or leave it empty.
        </p>
      )}
      <Suspense
        fallback={
          <div className="grid grow place-items-center">
            <Spinner label="Loading the editor" />
          </div>
        }
      >
        <GraphiqlEditor
          // what each role sees is another schema
          key={`${role} ${isUser ? userId : ''}`}
          projectRef={project.ref}
          role={role}
          userId={role === 'authenticated' && isUser && userId !== '' ? userId : undefined}
        />
      </Suspense>
    </div>
  )
}

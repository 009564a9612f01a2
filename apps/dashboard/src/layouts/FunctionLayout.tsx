import { Button, Skeleton, tabStyles } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { useProject } from '#app/api/project.ts'
import { QueryError } from '#app/api/QueryError.tsx'
import { functionOptions } from '#app/features/functions/function-options.ts'
import { TestSheet } from '#app/features/functions/TestSheet.tsx'
import { useEntityTitle } from '#app/lib/entity-title.tsx'

const PAGES = [
  { to: '/project/$ref/functions/$slug/details', label: 'Details' },
  { to: '/project/$ref/functions/$slug/code', label: 'Code' },
  { to: '/project/$ref/functions/$slug/invocations', label: 'Invocations' },
  { to: '/project/$ref/functions/$slug/logs', label: 'Logs' },
] as const

/** One function: its pages under its name. */
export function FunctionLayout() {
  const { ref, slug } = useParams({ from: '/_app/project/$ref/functions/$slug' })
  const project = useProject(ref)
  const [isTesting, setTesting] = useState(false)
  const query = useQuery(functionOptions(ref, slug))
  const { data: fn, error } = query
  useEntityTitle(fn?.name)
  if (error && !fn)
    return (
      <div className="p-4 sm:p-8">
        <QueryError title="Failed to retrieve this edge function" query={query} />
      </div>
    )
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="shrink-0 border-b border-line bg-surface px-4 pt-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h1 className="min-w-0 truncate text-lg font-semibold">
            {fn ? fn.name : <Skeleton className="h-6 w-40" />}
          </h1>
          <Button
            icon={<FlaskConical aria-hidden />}
            disabled={!fn}
            onClick={() => setTesting(true)}
          >
            Test
          </Button>
        </div>
        <nav aria-label="Function" className="flex gap-4 overflow-x-auto">
          {PAGES.map(({ to, label }) => (
            <Link key={to} to={to} params={{ ref, slug }} className={tabStyles}>
              {label}
            </Link>
          ))}
        </nav>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">{fn && <Outlet />}</div>
      {fn && isTesting && (
        <TestSheet project={project} fn={fn} open={isTesting} onOpenChange={setTesting} />
      )}
    </div>
  )
}

import type { EdgeFunction, Project } from '@plinth/contract'
import {
  Badge,
  buttonStyles,
  Card,
  CopyButton,
  EmptyState,
  PageHeader,
  SearchInput,
  Table,
  type TableColumn,
} from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Zap } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '#app/api/Loaded.tsx'
import { useProjectMay } from '#app/api/session.ts'
import { When } from '#app/lib/When.tsx'
import { functionsOptions } from './function-options.ts'
import { TEMPLATES } from './templates.ts'

/** Every edge function of a project. */
export function FunctionsPage({ project }: { project: Project }) {
  const { ref } = project
  const mayWrite = useProjectMay('functions:write', project)
  const functions = useQuery(functionsOptions(ref))
  const [search, setSearch] = useState('')
  return (
    <>
      <PageHeader
        title="Edge functions"
        description="Code that runs beside your database, at an address of its own."
        actions={
          functions.data &&
          functions.data.length > 0 &&
          mayWrite && <NewFunction projectRef={ref} />
        }
      />
      <Loaded query={functions} failure="Failed to retrieve edge functions">
        {(all) =>
          all.length === 0 ? (
            <NoFunctions projectRef={ref} mayWrite={mayWrite} />
          ) : (
            <div className="flex flex-col gap-3">
              <SearchInput
                value={search}
                onChange={setSearch}
                aria-label="Search functions"
                placeholder="Search functions"
              />
              <Card>
                <Table
                  aria-label="Edge functions"
                  columns={columnsFor(ref)}
                  rows={matching(all, search)}
                  rowKey={({ id }) => id}
                  empty="No function is called that"
                />
              </Card>
            </div>
          )
        }
      </Loaded>
    </>
  )
}

function matching(functions: readonly EdgeFunction[], search: string) {
  const words = search.trim().toLowerCase()
  return functions.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(words))
}

const columnsFor = (ref: string): readonly TableColumn<EdgeFunction>[] => [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    className: 'min-w-40',
    cell: ({ slug, name, verify_jwt: verifyJwt }) => (
      <span className="flex flex-col items-start gap-0.5">
        <span className="flex flex-wrap items-center gap-1.5">
          <Link
            to="/project/$ref/functions/$slug/details"
            params={{ ref, slug }}
            className="font-medium break-all text-fg underline-offset-3 hover:underline"
          >
            {name}
          </Link>
          {!verifyJwt && <Badge tone="warning">public</Badge>}
        </span>
        {name !== slug && <span className="font-mono text-xs text-muted">{slug}</span>}
      </span>
    ),
  },
  {
    key: 'url',
    header: 'URL',
    hideBelow: 'lg',
    className: 'min-w-40',
    cell: ({ url, slug }) => (
      <span className="flex items-center gap-1">
        <code className="font-mono text-xs break-all text-muted">…/functions/v1/{slug}</code>
        <CopyButton iconOnly size="sm" value={url} label={`Copy the URL of ${slug}`} />
      </span>
    ),
  },
  {
    key: 'version',
    header: 'Deployments',
    align: 'end',
    hideBelow: 'sm',
    cell: ({ version }) => version,
  },
  {
    key: 'updated',
    header: 'Deployed',
    align: 'end',
    className: 'whitespace-nowrap',
    cell: ({ updated_at: updatedAt }) => <When date={updatedAt} />,
  },
]

const NewFunction = ({ projectRef }: { projectRef: string }) => (
  <Link
    to="/project/$ref/functions/new"
    params={{ ref: projectRef }}
    className={buttonStyles({ variant: 'primary' })}
  >
    <Plus aria-hidden /> New function
  </Link>
)

const NoFunctions = ({ projectRef, mayWrite }: { projectRef: string; mayWrite: boolean }) => (
  <>
    <EmptyState
      icon={<Zap aria-hidden />}
      title="No edge functions yet"
      action={mayWrite && <NewFunction projectRef={projectRef} />}
    >
      Write one here in the browser: it is called a second after you deploy it.
    </EmptyState>
    {mayWrite && (
      <section aria-label="Begin with a template" className="flex flex-col gap-3">
        <h2 className="text-sm font-medium">Begin with a template</h2>
        <ul className="grid gap-3 sm:grid-cols-2">
          {TEMPLATES.map(({ key, name, about }) => (
            <li key={key}>
              <Link
                to="/project/$ref/functions/new"
                params={{ ref: projectRef }}
                search={{ template: key }}
                className="flex h-full flex-col gap-0.5 rounded-lg border border-line bg-surface p-4 hover:border-line-strong hover:bg-hover"
              >
                <span className="text-sm font-medium">{name}</span>
                <span className="text-xs text-pretty text-muted">{about}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
)

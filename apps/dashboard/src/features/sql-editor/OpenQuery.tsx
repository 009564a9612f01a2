import { Button, EmptyState, SkeletonLines } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { useState } from 'react'
import { hasCode, isNotFound } from '#app/api/errors.ts'
import { QueryError } from '#app/api/QueryError.tsx'
import { snippetOptions } from './queries.ts'
import { QueryDoc, type QueryDocProps } from './QueryDoc.tsx'

type OpenQueryProps = Omit<QueryDocProps, 'snippet'> & { isNew: boolean }

/** Brings a query on screen: a new one at once, a saved one as the platform has it now. */
export function OpenQuery({ isNew, ...props }: OpenQueryProps) {
  // a new query that gets saved stays what it is on screen: it is not loaded anew
  const [startedNew] = useState(isNew)
  const query = useQuery({
    ...snippetOptions(props.projectRef, props.docId),
    enabled: !startedNew,
  })
  const { data, error } = query

  if (startedNew || data)
    return <QueryDoc {...props} snippet={startedNew ? null : (data ?? null)} />
  if (!error) return <SkeletonLines lines={6} label="Loading the query" className="p-6" />
  // what is no id at all cannot be anybody's query either
  if (isNotFound(error) || hasCode(error, 'BAD_INPUT')) {
    return (
      <EmptyState
        framed={false}
        className="m-auto"
        icon={<FileQuestion aria-hidden />}
        title="This query does not exist"
        action={
          <Button asChild>
            <Link to="/project/$ref/sql" params={{ ref: props.projectRef }}>
              New query
            </Link>
          </Button>
        }
      >
        It was deleted, or the address is not right.
      </EmptyState>
    )
  }
  return <QueryError title="Failed to load the query" query={query} className="m-6" />
}

import { createFileRoute } from '@tanstack/react-router'

/** A new query. */
export const Route = createFileRoute('/_app/project/$ref/sql/')({})

import { createFileRoute } from '@tanstack/react-router'

/** A saved query. */
export const Route = createFileRoute('/_app/project/$ref/sql/$id')({})

import { createFileRoute } from '@tanstack/react-router'
import { safeNext } from '#app/lib/next-path.ts'

export const Route = createFileRoute('/sign-in')({
  validateSearch: (search: Record<string, unknown>): { next?: string } => {
    const next = safeNext(search['next'])
    return next ? { next } : {}
  },
})

import { createFileRoute } from '@tanstack/react-router'
import { SignInPage } from '#app/features/auth/SignInPage.tsx'
import { safeNext } from '#app/lib/next-path.ts'

export const Route = createFileRoute('/sign-in')({
  validateSearch: (search: Record<string, unknown>): { next?: string } => {
    const next = safeNext(search['next'])
    return next ? { next } : {}
  },
  staticData: { title: { page: 'Sign in' } },
  component: function SignIn() {
    return <SignInPage next={Route.useSearch().next} />
  },
})

import { createFileRoute, redirect } from '@tanstack/react-router'
import { hasCode } from '#app/api/errors.ts'
import { sessionOptions } from '#app/api/session.ts'
import { AppLayout } from '#app/layouts/AppLayout.tsx'
import { ErrorPage } from '#app/layouts/ErrorPage.tsx'

export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(sessionOptions())
    } catch (error) {
      if (!hasCode(error, 'UNAUTHORIZED')) throw error
      // oxlint-disable-next-line typescript/only-throw-error -- the router's way to redirect
      throw redirect({ to: '/sign-in', search: { next: location.href } })
    }
  },
  component: AppLayout,
  // without the shell around it the page brings its own landmark
  errorComponent: (props) => (
    <main>
      <ErrorPage {...props} />
    </main>
  ),
})

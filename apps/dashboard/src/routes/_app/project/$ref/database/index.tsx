import { createFileRoute, redirect } from '@tanstack/react-router'

// backups can be reached whatever the database is doing
export const Route = createFileRoute('/_app/project/$ref/database/')({
  beforeLoad: ({ params }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way to redirect
    throw redirect({ to: '/project/$ref/database/backups/scheduled', params, replace: true })
  },
})

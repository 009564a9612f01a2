import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/project/$ref/functions/$slug/')({
  beforeLoad: ({ params }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way to lead on
    throw redirect({ to: '/project/$ref/functions/$slug/details', params, replace: true })
  },
})

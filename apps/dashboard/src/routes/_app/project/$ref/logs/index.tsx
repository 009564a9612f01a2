import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/project/$ref/logs/')({
  beforeLoad: ({ params: { ref } }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way to redirect
    throw redirect({
      to: '/project/$ref/logs/$collection',
      params: { ref, collection: 'edge-logs' },
      replace: true,
    })
  },
})

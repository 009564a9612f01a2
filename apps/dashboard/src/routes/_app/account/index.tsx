import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/account/')({
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way to redirect
    throw redirect({ to: '/account/profile', replace: true })
  },
})

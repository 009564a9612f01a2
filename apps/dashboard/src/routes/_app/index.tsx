import { createFileRoute, redirect } from '@tanstack/react-router'
import { organizationsOptions } from '#app/api/organization.ts'
import { lastOrganization } from '#app/lib/stored.ts'

export const Route = createFileRoute('/_app/')({
  beforeLoad: async ({ context }) => {
    const organizations = await context.queryClient.ensureQueryData(organizationsOptions())
    const last = organizations.find(({ slug }) => slug === lastOrganization.read())
    const only = organizations.length === 1 ? organizations[0] : undefined
    const slug = (last ?? only)?.slug
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way to redirect
    throw slug
      ? redirect({ to: '/org/$slug', params: { slug }, replace: true })
      : redirect({ to: '/organizations', replace: true })
  },
})

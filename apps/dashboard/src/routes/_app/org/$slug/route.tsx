import { createFileRoute } from '@tanstack/react-router'
import { organizationOptions } from '#app/api/organization.ts'
import { lastOrganization } from '#app/lib/stored.ts'

export const Route = createFileRoute('/_app/org/$slug')({
  loader: async ({ context, params }) => {
    const organization = await context.queryClient.ensureQueryData(organizationOptions(params.slug))
    lastOrganization.write(organization.slug)
  },
})

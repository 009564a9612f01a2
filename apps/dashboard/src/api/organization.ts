import type { Organization } from '@plinth/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from './client.ts'

export const organizationsOptions = () => api.organizations.list.queryOptions({ input: {} })

export const organizationOptions = (slug: string) =>
  api.organizations.view.queryOptions({ input: { slug } })

/** The organization of the page; the organization layout's route has loaded it. */
export const useOrganization = (slug: string): Organization =>
  useSuspenseQuery(organizationOptions(slug)).data

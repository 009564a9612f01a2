import { z } from 'zod'
import { ByRef } from './common.ts'
import { endpoint } from './endpoint.ts'

export const AddonType = z.enum(['compute_instance', 'pitr', 'custom_domain', 'ipv4'])
export type AddonType = z.infer<typeof AddonType>

/** Those that are chosen here; compute is changed by a resize. */
export const SelectableAddon = z.enum(['pitr', 'custom_domain', 'ipv4'])
export type SelectableAddon = z.infer<typeof SelectableAddon>

export const AddonVariantId = z.string().regex(/^[a-z0-9_]{1,64}$/, 'Not a variant of an add-on')

export const AddonVariant = z.object({
  identifier: z.string(),
  name: z.string(),
  price: z.number(),
  price_interval: z.enum(['hourly', 'monthly']),
  price_type: z.enum(['fixed', 'usage']),
  meta: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})
export type AddonVariant = z.infer<typeof AddonVariant>

/** Identifiers of the windows that point-in-time restore can have. */
export const PITR_VARIANTS = {
  pitr_7: { days: 7, priceMonthlyUsd: 100 },
  pitr_14: { days: 14, priceMonthlyUsd: 200 },
  pitr_28: { days: 28, priceMonthlyUsd: 400 },
} as const satisfies Record<string, { days: number; priceMonthlyUsd: number }>

export const CUSTOM_DOMAIN = { identifier: 'cd_default', priceMonthlyUsd: 10 } as const

export const Addons = z.object({
  ref: z.string(),
  selected_addons: z.array(z.object({ type: AddonType, variant: AddonVariant })),
  available_addons: z.array(
    z.object({
      type: AddonType,
      name: z.string(),
      variants: z.array(AddonVariant),
      /** Why it cannot be chosen now, or null. */
      unavailable_reason: z.string().nullable(),
    }),
  ),
})
export type Addons = z.infer<typeof Addons>

export const addons = {
  list: endpoint({
    needs: 'projects:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/billing/addons',
      summary: 'Add-ons a project has and can have',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(Addons),

  select: endpoint({
    needs: 'billing:write',
    route: {
      method: 'POST',
      path: '/platform/projects/{ref}/billing/addons',
      summary: 'Give a project an add-on, or another variant of one',
    },
    errors: ['PROJECT_NOT_FOUND', 'ADDON_UNAVAILABLE'],
  })
    .input(ByRef.extend({ addon_type: SelectableAddon, addon_variant: AddonVariantId }))
    .output(Addons),

  remove: endpoint({
    needs: 'billing:write',
    route: {
      method: 'DELETE',
      path: '/platform/projects/{ref}/billing/addons/{variant}',
      summary: 'Take an add-on away',
    },
    errors: ['PROJECT_NOT_FOUND', 'ADDON_NOT_FOUND'],
  })
    .input(ByRef.extend({ variant: AddonVariantId }))
    .output(Addons),
}

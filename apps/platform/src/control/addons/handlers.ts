import {
  type Addons,
  AddonType,
  ComputeSize,
  PlanId,
  PLANS,
  SelectableAddon,
} from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import { organizationOf, os, type ProjectRow, projectOf } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { computeVariant, OFFERS, unavailableReason, variantOf } from './catalogue.ts'
import { addonStore } from './store.ts'

export function addonHandlers({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const store = addonStore(db)

  async function view(project: ProjectRow): Promise<Addons> {
    const [selected, has] = await Promise.all([store.selected(project.id), hasOf(project)])
    const chosen = selected.flatMap((row) => {
      const type = SelectableAddon.parse(row.type)
      const variant = variantOf(type, row.variant)
      return variant ? [{ type, variant }] : []
    })
    const compute = { type: 'compute_instance' as const, variant: computeVariant(has.size) }
    return {
      ref: project.ref,
      selected_addons: [compute, ...chosen],
      available_addons: AddonType.options.map((type) => ({
        type,
        name: OFFERS[type].name,
        variants: [...OFFERS[type].variants],
        unavailable_reason: unavailableReason(type, has),
      })),
    }
  }

  async function hasOf(project: ProjectRow) {
    const { plan } = await store.planOf(project.organization_id)
    return { plan: PlanId.parse(plan), size: ComputeSize.parse(project.instance_size) }
  }

  return {
    addons: {
      list: os.addons.list.handler(({ context }) => view(projectOf({ context }))),

      select: os.addons.select.handler(async ({ input, context }) => {
        const project = projectOf({ context })
        const { addon_type: type, addon_variant: variant } = input
        const reason = unavailableReason(type, await hasOf(project))
        if (reason) throw new AppError('ADDON_UNAVAILABLE', { message: reason })
        if (!variantOf(type, variant)) throw unknownVariant(type)
        await store.select(project.id, { type, variant }, clock())
        return view(project)
      }),

      remove: os.addons.remove.handler(async ({ input, context }) => {
        const project = projectOf({ context })
        if (!(await store.remove(project.id, input.variant))) throw new AppError('ADDON_NOT_FOUND')
        return view(project)
      }),
    },

    billing: {
      subscription: os.billing.subscription.handler(async ({ context }) => {
        const { id } = organizationOf({ context })
        const [{ plan }, rows] = await Promise.all([store.planOf(id), store.selectedIn(id)])
        const planId = PlanId.parse(plan)
        const { name, priceMonthlyUsd } = PLANS[planId]
        const byProject = Map.groupBy(rows, ({ ref }) => ref)
        return {
          plan: { id: planId, name, price_monthly_usd: priceMonthlyUsd },
          is_charged: false,
          project_addons: [...byProject].map(([ref, ofProject]) => ({
            ref,
            name: ofProject[0]?.name ?? '',
            variants: ofProject.map(({ variant }) => variant),
          })),
        }
      }),
    },
  }
}

function unknownVariant(type: SelectableAddon): AppError {
  const message = `${OFFERS[type].name} is offered as ${OFFERS[type].variants.map(({ identifier }) => identifier).join(', ')}`
  return new AppError('BAD_INPUT', { message, data: { fields: { addon_variant: [message] } } })
}

import type { Addons, Project, SelectableAddon } from '@plinth/contract'
import { Alert, Button, RadioCards, Sheet } from '@plinth/ui'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useOrganization } from '#app/api/organization.ts'
import { useMay } from '#app/api/session.ts'
import { ADDON_TEXTS, LOSSES, NO_ADDON, priceOf } from './addon-texts.ts'
import { useChangeAddon } from './use-change-addon.ts'

const NONE = 'none'

/** Chooses a variant of an add-on, or none of them. */
export default function AddonPanel({
  project,
  addons,
  type,
}: {
  project: Project
  addons: Addons
  type: SelectableAddon
}) {
  const { ref, organization_slug: organizationSlug } = project
  const navigate = useNavigate()
  const close = () =>
    void navigate({
      to: '/project/$ref/settings/addons',
      params: { ref },
      search: {},
      replace: true,
      resetScroll: false,
    })
  const offer = addons.available_addons.find((each) => each.type === type)
  const saved = addons.selected_addons.find((addon) => addon.type === type)?.variant.identifier
  const [chosen, setChosen] = useState(saved ?? NONE)
  const mayAmend = useMay('billing:write', { organizationSlug })
  const { select, remove, isPending } = useChangeAddon({
    project,
    name: offer?.name ?? type,
    onDone: close,
  })
  const reason = offer?.unavailable_reason
  const plan = useOrganization(organizationSlug).plan.id
  // all that stands in its way on a plan that has it
  const needsSize = reason && type === 'pitr' && plan !== 'free'
  const isRemoval = chosen === NONE && saved !== undefined
  const disabledReason = mayAmend
    ? chosen === NONE || !reason
      ? undefined
      : reason
    : 'You need additional permissions to amend subscriptions'

  return (
    <Sheet
      open
      onOpenChange={close}
      title={offer?.name ?? 'Add-on'}
      description={ADDON_TEXTS[type]}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant={isRemoval ? 'danger' : 'primary'}
            loading={isPending}
            disabled={chosen === (saved ?? NONE)}
            disabledReason={chosen === (saved ?? NONE) ? undefined : disabledReason}
            onClick={() =>
              isRemoval && saved
                ? remove({ ref, variant: saved })
                : select({ ref, addon_type: type, addon_variant: chosen })
            }
          >
            {isRemoval ? 'Remove add-on' : 'Confirm'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {reason && (
          <Alert
            title="Not available now"
            action={
              needsSize && (
                <Button asChild size="sm">
                  <Link to="/project/$ref/settings/compute-and-disk" params={{ ref }}>
                    Change the compute size
                  </Link>
                </Button>
              )
            }
          >
            {reason}
            {plan === 'free' && ': transfer the project to an organization on a paid plan first'}
          </Alert>
        )}
        <RadioCards
          aria-label="Variant"
          value={chosen}
          onChange={setChosen}
          options={[
            { value: NONE, label: NO_ADDON[type], aside: 'Free' },
            ...(offer?.variants ?? []).map((variant) => ({
              value: variant.identifier,
              label: variant.name,
              aside: priceOf(variant),
              disabledReason: reason ?? undefined,
            })),
          ]}
        />
        {isRemoval && (
          <Alert tone="warning" title="What is lost">
            {LOSSES[type]}
          </Alert>
        )}
      </div>
    </Sheet>
  )
}

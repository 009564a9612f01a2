import { type Addons, type Project, SelectableAddon } from '@plinth/contract'
import { Badge, Button, PageHeader, SettingsSection, Skeleton } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { ADDON_TEXTS, lowestPrice, priceOf } from './addon-texts.ts'
import { addonsOptions } from './addons-options.ts'
import { QueryError } from '#app/api/QueryError.tsx'

const AddonPanel = lazy(() => import('./AddonPanel.tsx'))

type Offer = Addons['available_addons'][number]

/** What a project can have beyond its plan; the address says which add-on's panel is open. */
export function AddonsPage({
  project,
  panel,
}: {
  project: Project
  panel: SelectableAddon | undefined
}) {
  const query = useQuery(addonsOptions(project.ref))
  const { data, error } = query
  return (
    <>
      <PageHeader
        title="Add-ons"
        description="Prices are those of a hosted platform: here they only compare, nobody is billed."
      />
      {data ? (
        data.available_addons.map((offer) => (
          <AddonSection key={offer.type} project={project} addons={data} offer={offer} />
        ))
      ) : error ? (
        <QueryError title="The add-ons could not be loaded" query={query} />
      ) : (
        [1, 2, 3].map((section) => <Skeleton key={section} className="h-28 rounded-lg" />)
      )}
      <Suspense>
        {data && panel && <AddonPanel key={panel} project={project} addons={data} type={panel} />}
      </Suspense>
    </>
  )
}

function AddonSection({
  project: { ref },
  addons,
  offer: { type, name, variants, unavailable_reason: reason },
}: {
  project: Project
  addons: Addons
  offer: Offer
}) {
  const chosen = addons.selected_addons.find((addon) => addon.type === type)?.variant
  const selectable = SelectableAddon.options.find((each) => each === type)
  return (
    <SettingsSection title={name} description={ADDON_TEXTS[type]}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
            {chosen ? chosen.name : 'Not enabled'}
            {chosen && selectable && <Badge tone="success">Enabled</Badge>}
          </p>
          <p className="text-sm text-muted">
            {chosen ? priceOf(chosen) : (reason ?? lowestPrice(variants))}
          </p>
        </div>
        {selectable ? (
          <Button asChild>
            <Link
              to="/project/$ref/settings/addons"
              params={{ ref }}
              search={{ panel: selectable }}
              resetScroll={false}
            >
              {chosen ? 'Change' : reason ? 'Details' : 'Enable'}
            </Link>
          </Button>
        ) : (
          <Button asChild>
            <Link to="/project/$ref/settings/compute-and-disk" params={{ ref }}>
              Change
            </Link>
          </Button>
        )}
      </div>
    </SettingsSection>
  )
}

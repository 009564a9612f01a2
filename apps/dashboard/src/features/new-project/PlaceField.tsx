import type { CloudProvider, ProjectOptions } from '@plinth/contract'
import { Field, Select } from '@plinth/ui'

type Place = { provider: CloudProvider; region: string }

const keyOf = ({ provider, region }: Place) => `${provider}/${region}`

/** Where the project runs: provider and region are one choice, as one without the other says nothing. */
export const PlaceField = ({
  regions,
  value,
  onChange,
}: {
  regions: ProjectOptions['regions']
  value: Place
  onChange: (place: Place) => void
}) => (
  <Field layout="row" label="Region">
    <Select
      value={keyOf(value)}
      options={regions.map((place) => ({
        value: keyOf(place),
        label: place.name,
        ...(place.provider !== 'LOCAL' && { group: place.provider }),
      }))}
      onChange={(key) => {
        const place = regions.find((each) => keyOf(each) === key)
        if (place) onChange({ provider: place.provider, region: place.region })
      }}
    />
  </Field>
)

import { Avatar, ComboboxList } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { organizationsOptions } from '#app/api/organization.ts'
import { pageForOther } from '#app/lib/swap-param.ts'
import { PickerPopover } from './PickerPopover.tsx'
import { usePlace } from './use-place.ts'

/** Every organization one is in; choosing another keeps the page where it has one. */
export default function OrganizationPickerList(popover: { label: string; trigger: ReactNode }) {
  return (
    <PickerPopover {...popover}>{(close) => <OrganizationList onDone={close} />}</PickerPopover>
  )
}

function OrganizationList({ onDone }: { onDone: () => void }) {
  const { slug: current, template } = usePlace()
  const { data: organizations = [], isPending } = useQuery(organizationsOptions())
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const found = organizations.filter(({ name }) =>
    name.toLowerCase().includes(typed.trim().toLowerCase()),
  )
  return (
    <ComboboxList
      aria-label="Organizations"
      searchPlaceholder="Find an organization…"
      emptyText="No organization of that name"
      loading={isPending}
      value={current}
      // by name alone: a slug is letters at random, and would match anything
      onSearch={setTyped}
      options={found.map(({ slug, name, plan }) => ({
        value: slug,
        label: name,
        description: plan.name,
        icon: <Avatar name={name} size="sm" square />,
      }))}
      onChange={(slug) => {
        const page = template.startsWith('/org/') ? pageForOther(template, '$slug') : undefined
        // a template of the route tree with its own parameter: the type cannot follow the cutting
        const to = (page ?? '/org/$slug') as '/org/$slug'
        void navigate({ to, params: { slug } })
      }}
      create={{
        label: () => 'New organization',
        onCreate: () => void navigate({ to: '/new' }),
      }}
      onDone={onDone}
    />
  )
}

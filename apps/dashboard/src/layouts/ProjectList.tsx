import type { Project } from '@plinth/contract'
import { ComboboxList } from '@plinth/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api } from '#app/api/client.ts'
import { useMay } from '#app/api/session.ts'
import { ProjectStatusDot } from '#app/lib/ProjectStatusDot.tsx'
import { pageForOther } from '#app/lib/swap-param.ts'
import { useDelayed } from '#app/lib/use-delayed.ts'
import { PickerPopover } from './PickerPopover.tsx'
import { usePlace } from './use-place.ts'

/** The organization's projects, searched on the server; choosing another keeps the page one is on. */
export default function ProjectPickerList(popover: { label: string; trigger: ReactNode }) {
  const { project } = usePlace()
  if (!project) return popover.trigger
  return (
    <PickerPopover {...popover}>
      {(close) => <ProjectList project={project} onDone={close} />}
    </PickerPopover>
  )
}

function ProjectList({ project, onDone }: { project: Project; onDone: () => void }) {
  const { ref: current, organization_slug: slug } = project
  const { template } = usePlace()
  const [typed, setTyped] = useState('')
  const search = useDelayed(typed.trim())
  const { data, isPending } = useQuery({
    ...api.projects.list.queryOptions({ input: { slug, limit: 50, ...(search && { search }) } }),
    placeholderData: keepPreviousData,
  })
  const mayCreate = useMay('projects:create', { organizationSlug: slug })
  const navigate = useNavigate()
  return (
    <ComboboxList
      aria-label="Projects"
      searchPlaceholder="Find a project…"
      emptyText="No project of that name"
      loading={isPending}
      value={current}
      onSearch={setTyped}
      options={(data?.projects ?? []).map(({ ref, name, status }) => ({
        value: ref,
        label: name,
        icon: <ProjectStatusDot status={status} quiet />,
      }))}
      onChange={(ref) => {
        // a template of the route tree with its own parameter: the type cannot follow the cutting
        const to = (pageForOther(template, '$ref') ?? '/project/$ref') as '/project/$ref'
        void navigate({ to, params: { ref } })
      }}
      create={
        mayCreate
          ? {
              label: () => 'New project',
              onCreate: () => void navigate({ to: '/new/$slug', params: { slug } }),
            }
          : undefined
      }
      onDone={onDone}
    />
  )
}

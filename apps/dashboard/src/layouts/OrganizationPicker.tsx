import { Badge, Skeleton } from '@plinth/ui'
import { Link } from '@tanstack/react-router'
import { lazy } from 'react'
import { Picker, pickerLinkStyles } from './Picker.tsx'
import { usePlace } from './use-place.ts'

const OrganizationList = lazy(() => import('./OrganizationList.tsx'))

export function OrganizationPicker() {
  const { organization } = usePlace()
  if (!organization) return <Skeleton className="mx-2 h-4 w-28" />
  return (
    <Picker
      label="Switch organization"
      name={
        <Link to="/org/$slug" params={{ slug: organization.slug }} className={pickerLinkStyles}>
          <span className="truncate">{organization.name}</span>
          <Badge className="max-md:hidden">{organization.plan.name}</Badge>
        </Link>
      }
      List={OrganizationList}
    />
  )
}

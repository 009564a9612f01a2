import { Skeleton } from '@plinth/ui'
import { Link } from '@tanstack/react-router'
import { lazy } from 'react'
import { ProjectStatusDot } from '#app/lib/ProjectStatusDot.tsx'
import { Picker, pickerLinkStyles } from './Picker.tsx'
import { usePlace } from './use-place.ts'

const ProjectList = lazy(() => import('./ProjectList.tsx'))

export function ProjectPicker() {
  const { project } = usePlace()
  if (!project) return <Skeleton className="mx-2 h-4 w-32" />
  return (
    <Picker
      label="Switch project"
      name={
        <Link to="/project/$ref" params={{ ref: project.ref }} className={pickerLinkStyles}>
          <ProjectStatusDot status={project.status} quiet />
          <span className="truncate">{project.name}</span>
        </Link>
      }
      List={ProjectList}
    />
  )
}

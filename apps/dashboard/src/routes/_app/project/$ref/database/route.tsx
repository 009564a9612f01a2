import { createFileRoute } from '@tanstack/react-router'
import { ProjectDatabaseLayout } from '#app/layouts/ProjectDatabaseLayout.tsx'

export const Route = createFileRoute('/_app/project/$ref/database')({
  component: ProjectDatabaseLayout,
})

import { createFileRoute } from '@tanstack/react-router'
import { ProjectSettingsLayout } from '#app/layouts/ProjectSettingsLayout.tsx'

export const Route = createFileRoute('/_app/project/$ref/settings')({
  component: ProjectSettingsLayout,
})

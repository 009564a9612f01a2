import { createFileRoute } from '@tanstack/react-router'
import { BackupsLayout } from '#app/layouts/BackupsLayout.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/backups')({
  component: BackupsLayout,
})

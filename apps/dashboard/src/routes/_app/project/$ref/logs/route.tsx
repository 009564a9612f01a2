import { createFileRoute } from '@tanstack/react-router'
import { LogsLayout } from '#app/layouts/LogsLayout.tsx'

export const Route = createFileRoute('/_app/project/$ref/logs')({
  component: LogsLayout,
})

import { createFileRoute } from '@tanstack/react-router'
import { FunctionsLayout } from '#app/layouts/FunctionsLayout.tsx'

export const Route = createFileRoute('/_app/project/$ref/functions')({
  component: FunctionsLayout,
})

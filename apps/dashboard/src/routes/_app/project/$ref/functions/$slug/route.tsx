import { createFileRoute } from '@tanstack/react-router'
import { FunctionLayout } from '#app/layouts/FunctionLayout.tsx'

export const Route = createFileRoute('/_app/project/$ref/functions/$slug')({
  component: FunctionLayout,
})

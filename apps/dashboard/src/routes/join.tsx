import { createFileRoute } from '@tanstack/react-router'
import { JoinPage } from '#app/features/auth/JoinPage.tsx'
import { textParam } from '#app/lib/search-params.ts'

export const Route = createFileRoute('/join')({
  validateSearch: (search: Record<string, unknown>): { token?: string } => {
    const token = textParam(search['token'])
    return token ? { token } : {}
  },
  staticData: { title: { page: 'Join' } },
  component: function Join() {
    return <JoinPage token={Route.useSearch().token} />
  },
})

import { createFileRoute } from '@tanstack/react-router'
import { WelcomePage } from '#app/features/auth/WelcomePage.tsx'
import { textParam } from '#app/lib/search-params.ts'

export const Route = createFileRoute('/welcome')({
  validateSearch: (search: Record<string, unknown>): { token?: string } => {
    const token = textParam(search['token'])
    return token ? { token } : {}
  },
  staticData: { title: { page: 'Welcome' } },
  component: function Welcome() {
    return <WelcomePage token={Route.useSearch().token} />
  },
})

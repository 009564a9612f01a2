import { PageHeader } from '@plinth/ui'
import { PasswordForm } from './PasswordForm.tsx'
import { SessionsList } from './SessionsList.tsx'

export const SecurityPage = () => (
  <>
    <PageHeader title="Security" description="Your password, and where you are signed in." />
    <PasswordForm />
    <SessionsList />
  </>
)

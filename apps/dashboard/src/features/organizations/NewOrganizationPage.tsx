import { PageHeader } from '@plinth/ui'
import { NewOrganizationForm } from './NewOrganizationForm.tsx'

export const NewOrganizationPage = () => (
  <>
    <PageHeader
      title="New organization"
      description="It holds projects and the people who work on them. You will be its owner."
    />
    <NewOrganizationForm />
  </>
)

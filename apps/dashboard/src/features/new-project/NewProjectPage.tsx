import { Button, EmptyState, PageHeader } from '@plinth/ui'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useMay } from '#app/api/session.ts'
import { NewProjectForm } from './NewProjectForm.tsx'

/** Makes a project in an organization; the next page shows it coming up. */
export function NewProjectPage({ slug }: { slug: string }) {
  const mayCreate = useMay('projects:create', { organizationSlug: slug })
  return (
    <>
      <PageHeader
        title="New project"
        description="A PostgreSQL database of its own, with everything around it to build on."
      />
      {mayCreate ? (
        <NewProjectForm slug={slug} />
      ) : (
        <EmptyState
          icon={<Lock aria-hidden />}
          title="You need additional permissions to create projects"
          action={
            <Button asChild>
              <Link to="/org/$slug" params={{ slug }}>
                Back to the projects
              </Link>
            </Button>
          }
        >
          An administrator of this organization can create one, or give you a role that may.
        </EmptyState>
      )}
    </>
  )
}

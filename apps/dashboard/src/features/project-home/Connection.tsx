import type { Project } from '@plinth/contract'
import { Card, CardBody, CardHeader, CodeBlock, InlineCode } from '@plinth/ui'
import { Link } from '@tanstack/react-router'

/** How to reach the database from anywhere else. */
export const Connection = ({ project }: { project: Project }) => (
  <Card>
    <CardHeader
      title="Connect to the database"
      description="For psql, an ORM, a migration tool or a server of your own."
    />
    <CardBody className="flex flex-col gap-2">
      {project.connectionString ? (
        <>
          <CodeBlock code={project.connectionString} aria-label="Connection string" wrap />
          <p className="text-xs text-pretty text-muted">
            Put the database password in place of <InlineCode>[YOUR-PASSWORD]</InlineCode>. It is
            not kept in readable form, so it cannot be shown here; a new one can be set in the{' '}
            <Link
              to="/project/$ref/database/settings"
              params={{ ref: project.ref }}
              className="text-accent-text underline underline-offset-2"
            >
              database settings
            </Link>
            .
          </p>
        </>
      ) : (
        <p className="text-muted">The address is known once the database is running.</p>
      )}
    </CardBody>
  </Card>
)

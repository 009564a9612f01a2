import type { Operation, Project } from '@plinth/contract'
import { operationName } from './operation-steps.ts'

const block = (title: string, lines: readonly string[]) =>
  lines.length > 0 ? [`${title}:`, ...lines.map((line) => `  ${line}`)] : []

const aboutOperation = (operation: Operation): string[] => [
  '',
  `Last operation: ${operationName(operation)}, ${operation.status} (${operation.id})`,
  `Asked for: ${operation.created_at}, attempts: ${operation.attempts}`,
  ...block(
    'Steps',
    operation.steps.map((step) => `${step.status}: ${step.label}`),
  ),
  ...(operation.error ? [`Error: ${operation.error.message}`] : []),
  ...block('Log', operation.error?.log ?? []),
]

/** Everything somebody who helps would ask about a project first, line by line. It holds no secret. */
export const projectDetails = ({
  project,
  operation,
  databaseLog,
}: {
  project: Project
  operation: Operation | undefined
  /** The last lines of its server, where that does not run as it should. */
  databaseLog: readonly string[]
}): readonly string[] => [
  `Project: ${project.name} (${project.ref})`,
  `Organization: ${project.organization_slug}`,
  `Status: ${project.status}`,
  `PostgreSQL: ${project.dbVersion ?? project.postgres_engine}, compute: ${project.instance_size}`,
  ...(operation ? aboutOperation(operation) : []),
  ...(databaseLog.length > 0 ? ['', ...block('Log of the database', databaseLog)] : []),
]

import type { Operation, Project } from '@plinth/contract'
import { operationName } from './operation-steps.ts'

const block = (title: string, lines: readonly string[]) =>
  lines.length > 0 ? [`${title}:`, ...lines.map((line) => `  ${line}`)] : []

const aboutOperation = (operation: Operation): string[] => [
  '',
  `Operation: ${operationName(operation)}, ${operation.status} (${operation.id})`,
  `Asked for: ${operation.created_at}, attempts: ${operation.attempts}`,
  ...block(
    'Steps',
    operation.steps.map((step) => `${step.status}: ${step.label}`),
  ),
  ...(operation.error ? [`Error: ${operation.error.message}`] : []),
  ...block('Log', operation.error?.log ?? []),
]

/** Everything somebody who helps would ask for first, as text. It holds no secret. */
export const supportDetails = ({
  project,
  operation,
  page,
  at,
}: {
  project: Project
  operation: Operation | null
  /** The address the person is on. */
  page: string
  /** ISO 8601. */
  at: string
}): string =>
  [
    `Project: ${project.name} (${project.ref})`,
    `Organization: ${project.organization_slug}`,
    `Status: ${project.status}`,
    `PostgreSQL: ${project.dbVersion ?? project.postgres_engine}, compute: ${project.instance_size}`,
    `Page: ${page}`,
    `Time: ${at}`,
    ...(operation ? aboutOperation(operation) : []),
  ].join('\n')

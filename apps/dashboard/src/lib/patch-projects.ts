import type { Operation, Project, ProjectStatus } from '@plinth/contract'

export type Listed = { readonly ref: string; readonly status: ProjectStatus }
export type ProjectList<Row extends Listed> = { readonly projects: readonly Row[] }

/** A list with one project's status changed; the very same list where it does not hold the project. */
export const withStatus = <Row extends Listed, List extends ProjectList<Row>>(
  list: List,
  ref: string,
  status: ProjectStatus,
): List =>
  list.projects.some((project) => project.ref === ref && project.status !== status)
    ? {
        ...list,
        projects: list.projects.map((each) => (each.ref === ref ? { ...each, status } : each)),
      }
    : list

/**
 * A project that is known to stand elsewhere now. What was known of its REST API was true of the status
 * before, so nothing is until it is asked for: else each restore would pass through 'connecting'.
 */
export const moved = <Row extends Pick<Project, 'status' | 'postgrestStatus'>>(
  project: Row,
  status: ProjectStatus,
): Row => (project.status === status ? project : { ...project, status, postgrestStatus: null })

/** Does this operation take the other's place on screen? An older one, told again, does not. */
export const supersedes = (next: Operation, shown: Operation | null): boolean =>
  shown === null || next.id === shown.id || next.created_at > shown.created_at

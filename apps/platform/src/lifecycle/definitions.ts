import { OperationKind } from '@plinth/contract'
import { createProject } from './create-project.ts'
import type { OperationDefinition } from './definition.ts'
import { deleteProject, purgeProject } from './delete-project.ts'
import { backupProject, pauseProject, restorePaused } from './pause-project.ts'
import { restartProject, undeleteProject } from './power.ts'
import { restoreBackup } from './restore-backup.ts'
import { resizeProject } from './resize-project.ts'
import { rotateJwtSecret } from './rotate-jwt-secret.ts'
import { upgradeProject } from './upgrade-project.ts'

/** Every operation there is. */
export const DEFINITIONS: readonly OperationDefinition[] = [
  createProject,
  deleteProject,
  undeleteProject,
  purgeProject,
  restartProject,
  resizeProject,
  upgradeProject,
  rotateJwtSecret,
  pauseProject,
  restorePaused,
  backupProject,
  restoreBackup,
]
const BY_KIND = new Map(DEFINITIONS.map((definition) => [definition.kind, definition]))

/** What an operation of this kind does; a kind stored by a newer version is an error. */
export function definitionOf(kind: string): OperationDefinition {
  const definition = BY_KIND.get(OperationKind.parse(kind))
  if (!definition) throw new Error(`No operation of the kind ${kind} is known to this version`)
  return definition
}

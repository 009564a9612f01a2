import type { Deps } from '#app/base/deps.ts'
import { recordPlatformAct } from '#app/db/platform-acts.ts'
import { projectStore } from '#app/db/project-store.ts'
import type { Engine } from '#app/engine/engine.ts'
import { placementOf } from '#app/lifecycle/placement.ts'

type ModeDeps = Pick<Deps, 'db' | 'secrets' | 'log'> & { readonly engine: Engine }
type Of = { readonly id: string; readonly ref: string }

/**
 * Makes a project's server obey, and says whether it does. What the server itself is set to is asked
 * first: a restored or upgraded one has another past than our record of it.
 */
export async function enforceReadOnly(
  { db, secrets, log, engine }: ModeDeps,
  { id, ref }: Of,
  shouldBe: boolean,
): Promise<boolean> {
  const isNow = await engine.isReadOnly(ref)
  if (!shouldBe && !isNow) return false
  const project = await projectStore(db).byId(id)
  if (!project) return isNow
  try {
    // said again even where it holds: the owner may have made an exception of his roles since
    await engine.setReadOnly(placementOf(secrets, project), shouldBe)
  } catch (error) {
    log.warn({ err: error, ref, shouldBe }, 'read-only mode could not be set; the next round will')
    return isNow
  }
  if (shouldBe !== isNow) {
    await recordPlatformAct(db, {
      organizationId: project.organization_id,
      projectRef: ref,
      action: shouldBe ? 'resources.readOnlyOn' : 'resources.readOnlyOff',
      target: {},
    })
    log.info({ ref, isReadOnly: shouldBe }, 'read-only mode')
  }
  return shouldBe
}

/**
 * A transaction that was under way when read-only mode began, and one that says it writes
 * nevertheless, would go on until the machine is full, and with it everybody on it.
 */
export async function endOverflow(
  { db, secrets, log, engine }: ModeDeps,
  { id, ref }: Of,
): Promise<void> {
  const project = await projectStore(db).byId(id)
  if (!project) return
  const sessions = await engine.endWriters(placementOf(secrets, project))
  if (sessions === 0) return
  log.warn({ ref, sessions }, 'sessions that wrote on to a full disk were ended')
  await recordPlatformAct(db, {
    organizationId: project.organization_id,
    projectRef: ref,
    action: 'resources.endWriters',
    target: { sessions },
  })
}

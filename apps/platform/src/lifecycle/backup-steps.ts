import { z } from 'zod'
import { running } from './up-steps.ts'
import type { Step, StepContext } from './definition.ts'

export type BackupReason = 'scheduled' | 'requested' | 'pause' | 'safety' | 'upgrade' | 'first'

// a word, because it becomes part of a file's name
const Reason = z
  .string()
  .regex(/^[a-z]+$/)
  .default('requested')

/** A name tells when and why; it sorts by time. */
const nameOf = (now: Date, reason: string) =>
  `${now.toISOString().replaceAll(/[-:.]/g, '')}-${reason}`

/** The name an operation's backup has, the same in every repeat of the step. */
async function nameFor(
  { state, remember, now }: StepContext,
  reason: string,
  key = 'backup',
): Promise<string> {
  const known = state[key]
  if (typeof known === 'string') return known
  const name = nameOf(now, reason)
  await remember({ [key]: name })
  return name
}

/**
 * Everything up to this moment can be brought back: by a full copy, or where there is one with a
 * gapless archive after it, by bringing the archive up to the moment.
 */
export const finalBackup: Step = {
  name: 'backup',
  label: 'Bringing the backups up to this moment',
  async run(context) {
    const { engine, signal, report: onProgress } = context
    const placement = await running(context)
    const { archives } = engine
    const known = await archives.recoverable(placement.ref)
    if (known) {
      const at = await archives.archiveNow(placement)
      const after = await archives.recoverable(placement.ref)
      if (after && after.latest >= at) return
    }
    const name = await nameFor(context, 'pause')
    await archives.backup(placement, { name, signal, onProgress })
    await archives.archiveNow(placement)
  },
}

/** A full copy on the other path, and everything up to this moment archived. */
export const backupStep = (reason: BackupReason | undefined, label: string): Step => ({
  name: 'backup',
  label,
  run: (context) => fullBackup(context, reason ?? Reason.parse(context.input['reason'])),
})

/** An operation that takes two says under which key it remembers the name of each. */
export async function fullBackup(context: StepContext, reason: string, key?: string) {
  const { engine, signal, report: onProgress } = context
  const placement = await running(context)
  const name = await nameFor(context, reason, key)
  await engine.archives.backup(placement, { name, signal, onProgress })
}

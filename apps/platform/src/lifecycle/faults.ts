import type { Logger } from 'pino'

const HOW = ['fail', 'fail-once', 'fail-undo', 'kill', 'hold'] as const
const MOMENTS = ['before', 'after', 'undo'] as const

/**
 * Failures planted at named steps, to see what a real one does: `create.start:fail-once`,
 * `create.files:kill-after`, several separated by commas. `@name` limits one to projects of that name.
 * `kill` ends the platform there and `hold` stays there for ever, so that it can be killed while
 * several stand where they should; `-undo` is the moment at which the step is to be taken back.
 */
export type Fault = {
  readonly step: string
  readonly how: (typeof HOW)[number]
  readonly when: Moment['when']
  readonly projectName: string | undefined
}

type Moment = {
  readonly step: string
  readonly projectName: string
  readonly attempt: number
  readonly when: (typeof MOMENTS)[number]
}

const PATTERN =
  /^([a-z_]+\.[a-z_]+):(?:(fail|fail-once|fail-undo)|(kill|hold)-(before|after|undo))(?:@(.+))?$/

/** @throws on a text that is not one: a fault that silently never happens proves nothing. */
export function parseFaults(text: string): readonly Fault[] {
  return text
    .split(',')
    .filter(Boolean)
    .map((part) => {
      const [, step, failing, ending, moment, projectName] = PATTERN.exec(part.trim()) ?? []
      const how = HOW.find((one) => one === (failing ?? ending))
      const when =
        MOMENTS.find((one) => one === moment) ?? (how === 'fail-undo' ? 'undo' : 'before')
      if (!step || !how) throw new Error(`PLINTH_FAULTS: "${part}" is not a fault`)
      return { step, how, when, projectName }
    })
}

/** Makes the planted failure happen, if one is planted here; all but `fail` only the first time. */
export async function injectFault(
  { faults, log }: { readonly faults: readonly Fault[]; readonly log: Logger },
  moment: Moment,
): Promise<void> {
  for (const { step, how, when, projectName } of faults) {
    if (step !== moment.step || when !== moment.when) continue
    if (projectName !== undefined && projectName !== moment.projectName) continue
    if (how !== 'fail' && moment.attempt > 1) continue
    // the hardest end there is: no handler runs, nothing is flushed
    if (how === 'kill') process.kill(process.pid, 'SIGKILL')
    if (how === 'hold') {
      log.warn({ step, when, projectName: moment.projectName }, 'held by a planted fault')
      await new Promise(() => undefined)
    }
    throw new Error(`A fault was planted at ${step}`)
  }
}

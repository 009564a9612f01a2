/**
 * Failures planted at named steps, to see what a real one does: `create.start:fail-once`,
 * `create.files:kill-after`, several separated by commas. `@name` limits one to projects of that name;
 * `-undo` means the moment at which the step is to be taken back.
 */
export type Fault = {
  readonly step: string
  readonly how: 'fail' | 'fail-once' | 'fail-undo' | 'kill-before' | 'kill-after' | 'kill-undo'
  readonly projectName: string | undefined
}

const PATTERN =
  /^([a-z_]+\.[a-z_]+):(fail|fail-once|fail-undo|kill-before|kill-after|kill-undo)(?:@(.+))?$/

/** @throws on a text that is not one: a fault that silently never happens proves nothing. */
export function parseFaults(text: string): readonly Fault[] {
  return text
    .split(',')
    .filter(Boolean)
    .map((part) => {
      const [, step, how, projectName] = PATTERN.exec(part.trim()) ?? []
      if (!step || !how) throw new Error(`PLINTH_FAULTS: "${part}" is not a fault`)
      return { step, how: how as Fault['how'], projectName } // the pattern lists exactly these
    })
}

type Moment = {
  readonly step: string
  readonly projectName: string
  readonly attempt: number
  readonly when: 'before' | 'after' | 'undo'
}

/** Makes the planted failure happen, if one is planted here. */
export function injectFault(faults: readonly Fault[], moment: Moment): void {
  for (const { step, how, projectName } of faults) {
    if (step !== moment.step) continue
    if (projectName !== undefined && projectName !== moment.projectName) continue
    // the hardest end there is: no handler runs, nothing is flushed
    if (how === `kill-${moment.when}` && moment.attempt === 1) process.kill(process.pid, 'SIGKILL')
    if (how === 'fail-undo' && moment.when === 'undo' && moment.attempt === 1) {
      throw new Error(`A fault was planted on the way back at ${step}`)
    }
    if (moment.when !== 'before') continue
    if (how === 'fail' || (how === 'fail-once' && moment.attempt === 1)) {
      throw new Error(`A fault was planted at ${step}`)
    }
  }
}

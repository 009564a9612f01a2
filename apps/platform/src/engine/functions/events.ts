import { FUNCTION_LIMITS } from '@plinth/contract'
import type { Said } from './output.ts'
import type { End, EndReason, FunctionEvent, FunctionSpec } from './types.ts'

const WHY = {
  idle: 'nobody asked it anything for a while',
  replaced: 'another version or other secrets took its place',
  stopped: 'its project or the platform stopped',
  memory: `it used more than ${FUNCTION_LIMITS.memoryMb} MB of memory`,
  blocked: 'it kept the processor busy for 5 seconds and answered nobody meanwhile',
  crashed: 'it ended by itself',
} as const satisfies Record<EndReason, string>

const PLANNED: ReadonlySet<EndReason> = new Set(['idle', 'replaced', 'stopped'])

type Of = Pick<FunctionSpec, 'ref' | 'id' | 'slug' | 'version'>

/** What happens to one deployment of a function, as rows of its log. */
export function eventsOf({ ref, id, slug, version }: Of) {
  const event = (
    rest: Pick<FunctionEvent, 'type' | 'level' | 'text' | 'execution' | 'metadata'>,
  ): FunctionEvent => ({ ref, id, slug, version, at: Date.now(), ...rest })

  return {
    said(said: Said): FunctionEvent {
      if (said.is === 'log') {
        const { level, text, execution } = said
        return event({ type: 'Log', level, text, execution })
      }
      if (said.is === 'uncaught') {
        const { text, execution } = said
        return event({ type: 'UncaughtException', level: 'error', text, execution })
      }
      return event({ type: 'Log', level: 'log', text: said.is === 'line' ? said.text : said.is })
    },
    booted: (bootedMs: number) =>
      event({
        type: 'Boot',
        level: 'info',
        text: `booted (time: ${Math.round(bootedMs)}ms)`,
        metadata: { boot_time_ms: Math.round(bootedMs) },
      }),
    unfit: (error: Error) => event({ type: 'BootFailure', level: 'error', text: error.message }),
    ended: ({ reason, how, ranMs }: End) =>
      event({
        type: 'Shutdown',
        level: PLANNED.has(reason) ? 'info' : 'error',
        text: `shutdown: ${WHY[reason]}${reason === 'crashed' ? ` (${how})` : ''}`,
        metadata: { reason, how, ran_ms: Math.round(ranMs) },
      }),
  }
}

import { on } from 'node:events'
import { EventEmitter } from 'node:events'
import { may, PlatformEvent } from '@plinth/contract'
import { type Actor, actorOf, type HeaderReader, os } from '#app/base/context.ts'
import { BUS_RESUMED, type Bus, type BusMessage } from '#app/db/bus.ts'

const HEARTBEAT_MS = 20_000

type EventDeps = {
  readonly bus: Bus
  /** The same person with what they are given now: rights may change while a stream is open. */
  readonly refresh: (headers: HeaderReader) => Promise<Actor | undefined>
}

export const eventHandlers = ({ bus, refresh }: EventDeps) => ({
  stream: os.events.stream.handler(async function* ({ context, signal }) {
    actorOf({ context })
    const ended = signal ?? context.signal
    const emitter = new EventEmitter()
    const unsubscribe = bus.subscribe((message) => emitter.emit('message', message))
    // a proxy closes what says nothing for long
    const heartbeat = setInterval(
      () => emitter.emit('message', { topic: 'heartbeat' }),
      HEARTBEAT_MS,
    )
    try {
      yield { type: 'ready' as const }
      for await (const [message] of on(emitter, 'message', { signal: ended })) {
        // only our own subscription emits here
        const told = message as BusMessage
        // who is there again asks for all that may have been missed
        if (told.topic === BUS_RESUMED) return
        const actor = await refresh(context.headers)
        if (!actor) return
        const event = eventFor(told, actor)
        if (event) yield event
      }
    } catch (error) {
      if (!ended.aborted) throw error
    } finally {
      clearInterval(heartbeat)
      unsubscribe()
    }
  }),
})

const TOPICS: readonly string[] = ['project', 'operation', 'resource-warning']

/** What of a message this person may see. */
export function eventFor(message: BusMessage, actor: Actor): PlatformEvent | undefined {
  if (message.topic === 'heartbeat') return { type: 'ready' }
  if (!TOPICS.includes(message.topic)) return undefined
  const { topic, ...rest } = message
  const event = PlatformEvent.parse({ type: topic, ...rest })
  if (event.type === 'ready') return event
  const projectRef = event.type === 'operation' ? event.operation.project_ref : event.ref
  const isVisible = may(actor, 'projects:read', {
    organizationSlug: event.organization_slug,
    projectRef,
  })
  return isVisible ? event : undefined
}

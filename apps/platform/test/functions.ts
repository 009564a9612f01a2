import { setTimeout as sleep } from 'node:timers/promises'
import { DeployMetadata } from '@plinth/contract'
import { deployFunction } from '#app/control/functions/service.ts'
import type { RunningApp } from './running-app.ts'

type Row = {
  readonly event_message: string
  readonly event_type: string
  readonly level: string
  readonly version: number
  readonly execution_id: string | null
  readonly metadata: { readonly reason?: string } | null
}

/** Functions of projects of a test: deployed as the call would, and read back from their logs. */
export function functionsOf({ parts, rowOf }: RunningApp) {
  const { logs, bus } = parts

  const rows = async (ref: string, slug: string): Promise<readonly Row[]> => {
    await logs.flush()
    return logs.read<Row>(
      `select event_message, event_type, level, version, execution_id, metadata
         from logs.function_logs
        where project_ref = $1 and function_slug = $2
        order by timestamp, id`,
      [ref, slug],
    )
  }

  return {
    rows,
    async deploy(
      ref: string,
      slug: string,
      { code, files = {}, ...metadata }: Partial<DeployMetadata> & Code,
    ) {
      const all = { ...(code !== undefined && { 'index.ts': code }), ...files }
      const file = Object.entries(all).map(([path, text]) => new File([text], path))
      const sent = { slug, metadata: DeployMetadata.parse(metadata), file }
      const row = await deployFunction(parts, await rowOf(ref), sent)
      await bus.publish({ topic: 'functions', ref })
      // the gateway hears of it a moment later
      await sleep(50)
      return row
    },
    /** How it ended each time, oldest first. */
    ends: async (ref: string, slug: string) =>
      (await rows(ref, slug))
        .filter(({ event_type: type }) => type === 'Shutdown')
        .map(({ metadata }) => metadata?.reason),
  }
}

type Code = { readonly code?: string; readonly files?: Readonly<Record<string, string>> }

import type { Deps } from '#app/base/deps.ts'
import type { Functions } from '#app/engine/functions/functions.ts'
import type { FunctionEvent } from '#app/engine/functions/types.ts'

/** What functions say and how they fare, kept as rows of their project's log until it is called. */
export function keepFunctionLog(functions: Functions, { logs }: Pick<Deps, 'logs'>): () => void {
  return functions.onEvent((event: FunctionEvent) =>
    logs.write('function_logs', [
      {
        project_ref: event.ref,
        at: event.at,
        event_message: event.text,
        function_id: event.id,
        function_slug: event.slug,
        version: event.version,
        level: event.level,
        event_type: event.type,
        execution_id: event.execution || null,
        ...(event.metadata && { metadata: event.metadata }),
      },
    ]),
  )
}

import type pg from 'pg'
import { JsonBytes } from './json-bytes.ts'
import { runToSink } from './text-run.ts'
import type { TextOptions } from './text-types.ts'

const highWaterBytes = 512 * 1024

/**
 * Runs a text and answers with its results as one JSON document, in pieces: `{"statements":[{
 * "columns","rows","command","rowCount","truncated","durationMs"}],"notices":[],"error":null}`.
 * Values are PostgreSQL's own texts or null. A slow reader slows the server down, one that goes
 * away stops the statement.
 */
export function textResultStream(
  client: pg.Client,
  sql: string,
  options: TextOptions = {},
): ReadableStream<Uint8Array> {
  const gone = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, gone.signal]) : gone.signal
  const socket = client.connection.stream
  let ended: Promise<void> | undefined
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const json = new JsonBytes((chunk) => {
          if (gone.signal.aborted) return
          controller.enqueue(chunk)
          if ((controller.desiredSize ?? 1) <= 0 && !signal.aborted) socket.pause()
        })
        ended = writeResults(json, client, { ...options, sql, signal }).then(
          () => {
            if (!gone.signal.aborted) controller.close()
          },
          (error: unknown) => controller.error(error),
        )
      },
      pull() {
        socket.resume()
      },
      async cancel() {
        gone.abort()
        // the client is free again once the server has said so
        await ended
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: highWaterBytes }),
  )
}

/**
 * The same document, each piece handed on as it fills: for a reader that is no stream. Keeping the
 * server from running ahead is the caller's, by pausing the client's connection.
 */
export async function writeTextResult(
  client: pg.ClientBase,
  sql: string,
  { write, ...options }: TextOptions & { write: (chunk: Uint8Array) => void },
): Promise<void> {
  // a pooled client is a whole one
  await writeResults(new JsonBytes(write), client as pg.Client, { ...options, sql })
}

async function writeResults(
  json: JsonBytes,
  client: pg.Client,
  { sql, ...options }: TextOptions & { sql: string },
): Promise<void> {
  let [isFirstStatement, isFirstRow] = [true, true]
  json.text('{"statements":[')
  const { notices, error } = await runToSink(client, sql, {
    ...options,
    sink: {
      open(columns) {
        const separator = isFirstStatement ? '' : ','
        json.text(`${separator}{"columns":${JSON.stringify(columns)},"rows":[`)
        ;[isFirstStatement, isFirstRow] = [false, true]
      },
      row(bytes, start) {
        json.row(bytes, start, isFirstRow)
        isFirstRow = false
      },
      close(end) {
        json.text(`],${JSON.stringify(end).slice(1)}`)
      },
    },
  })
  json.text(`],"notices":${JSON.stringify(notices)},"error":${JSON.stringify(error)}}`)
  json.flush()
}

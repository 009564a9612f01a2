import { createWriteStream, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs'
import { dirname } from 'node:path'

const MAX_BYTES = 4 * 1024 * 1024

export type LogFile = {
  readonly write: (line: string) => void
  readonly close: () => void
}

/** What a companion says, kept in a file of bounded size and the one before it. */
export function companionLog(file: string, onError: (error: Error) => void): LogFile {
  let stream: WriteStream | undefined
  let bytes = 0

  function open(): WriteStream {
    mkdirSync(dirname(file), { recursive: true })
    bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    // the file is ours: the account of the project gets to write to it through us only
    const opened = createWriteStream(file, { flags: 'a', mode: 0o600 })
    opened.on('error', onError)
    return opened
  }

  function keep(line: string) {
    stream ??= open()
    const text = `${line}\n`
    stream.write(text)
    bytes += Buffer.byteLength(text)
    if (bytes < MAX_BYTES) return
    stream.end()
    stream = undefined
    renameSync(file, `${file}.1`)
  }

  return {
    write(line) {
      try {
        keep(line)
      } catch (error) {
        // nobody above waits for a line: a full disk, or a folder that is gone, would end the platform
        onError(error instanceof Error ? error : new Error(String(error)))
      }
    },
    close() {
      stream?.end()
      stream = undefined
    },
  }
}

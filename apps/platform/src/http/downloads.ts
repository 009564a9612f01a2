import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'

export type Download = {
  readonly file: string
  readonly filename: string
  readonly type: string
}

/** A file that is gone once it was sent; never shown in the page, whatever it holds. */
export async function sendOnce({ file, filename, type }: Download): Promise<Response> {
  const { size } = await stat(file)
  const stream = createReadStream(file)
  stream.on('close', () => void rm(file, { force: true }))
  return new Response(Readable.toWeb(stream), {
    headers: {
      'content-type': type,
      'content-length': String(size),
      'content-disposition': `attachment; filename="${filename}"`,
      'cache-control': 'no-store',
    },
  })
}

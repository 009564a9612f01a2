import type { EdgeFunction, FunctionFile } from '@plinth/contract'
import type { FunctionRow } from './store.ts'

/** `address`: where the project's functions are called, without a trailing slash. */
export const presentFunction = (
  { created_at: createdAt, updated_at: updatedAt, ...row }: FunctionRow,
  address: string,
): EdgeFunction => ({
  ...row,
  status: 'ACTIVE',
  url: `${address}/${row.slug}`,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
})

/** As text where it is text. */
export function presentFile({ path, content }: { path: string; content: Buffer }): FunctionFile {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
    return { name: path, content: text, encoding: 'utf8' }
  } catch {
    return { name: path, content: content.toString('base64'), encoding: 'base64' }
  }
}

import type { OwnedStatement } from './owned-statements.ts'

// what pg_dump's thread and its parent say to each other

/** What this thread is started with. */
export type DumpWork = {
  readonly args: readonly string[]
  /** See `CONTROL`. */
  readonly control: SharedArrayBuffer
  /** An answer, or a part of one. */
  readonly chunk: SharedArrayBuffer
}
/** Slots of `control`: whether there is an answer, its bytes, and whether more of it follows. */
export const CONTROL = { isReady: 0, bytes: 1, hasMore: 2 } as const

export type AnswerKind = 'encryption' | 'messages'
export type DumpMessage =
  | { readonly kind: 'send'; readonly bytes: Uint8Array; readonly wants: AnswerKind | undefined }
  | { readonly kind: 'more' }
  | { readonly kind: 'statements'; readonly statements: readonly OwnedStatement[] }
  | { readonly kind: 'failed'; readonly message: string }

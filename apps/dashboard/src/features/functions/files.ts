import { FUNCTION_LIMITS, type FunctionFile, FunctionPath } from '@plinth/contract'

export const ENTRYPOINT = 'index.ts'

/** A function as it is being written. */
export type Draft = {
  readonly files: readonly FunctionFile[]
  readonly entrypoint: string
}

export const textFile = (name: string, content: string): FunctionFile => ({
  name,
  content,
  encoding: 'utf8',
})

/** @returns what is wrong with a name for one more file, or for the file `renamed` */
export function nameProblem({ files }: Draft, name: string, renamed?: string): string | undefined {
  const parsed = FunctionPath.safeParse(name)
  if (parsed.error) return parsed.error.issues[0]?.message
  if (files.some((file) => file.name === name && name !== renamed))
    return 'There is a file of this name already'
  if (renamed === undefined && files.length >= FUNCTION_LIMITS.files)
    return `A function has at most ${FUNCTION_LIMITS.files} files`
  return undefined
}

export const withFile = (draft: Draft, file: FunctionFile): Draft => ({
  ...draft,
  files: draft.files.some(({ name }) => name === file.name)
    ? draft.files.map((each) => (each.name === file.name ? file : each))
    : [...draft.files, file],
})

export const withoutFile = (draft: Draft, name: string): Draft => ({
  ...draft,
  files: draft.files.filter((file) => file.name !== name),
})

export const renamed = (draft: Draft, from: string, to: string): Draft => ({
  entrypoint: draft.entrypoint === from ? to : draft.entrypoint,
  files: draft.files.map((file) => (file.name === from ? { ...file, name: to } : file)),
})

/** @returns the file that a key leads to from the open one, as among the tabs of any tab list */
export function tabAfter(names: readonly string[], open: string, key: string): string | undefined {
  const at = names.indexOf(open)
  if (key === 'ArrowRight') return names[(at + 1) % names.length]
  if (key === 'ArrowLeft') return names.at(at - 1)
  if (key === 'Home') return names[0]
  return key === 'End' ? names.at(-1) : undefined
}

const lines = (content: string | undefined) => content?.replaceAll('\r\n', '\n')

/** Whether they are deployed as the same; the order of files says nothing, nor do their line ends. */
export function isSame(a: Draft, b: Draft): boolean {
  const known = new Map(b.files.map((file) => [file.name, file]))
  return (
    a.entrypoint === b.entrypoint &&
    a.files.length === b.files.length &&
    a.files.every(({ name, content }) => lines(known.get(name)?.content) === lines(content))
  )
}

/** As it travels. */
export function asFile({ name, content, encoding }: FunctionFile): File {
  if (encoding === 'utf8') return new File([content], name)
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
  return new File([bytes], name)
}

/** A name in the URL, from what somebody calls a function. */
export const slugFrom = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 48)
    .replace(/-+$/, '')

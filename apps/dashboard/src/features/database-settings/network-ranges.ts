import { CidrV4, CidrV6, EVERYWHERE, MAX_CIDRS } from '@plinth/contract'

export type Ranges = { readonly dbAllowedCidrs: string[]; readonly dbAllowedCidrsV6: string[] }

const OPEN: Ranges = { dbAllowedCidrs: [EVERYWHERE.v4], dbAllowedCidrsV6: [EVERYWHERE.v6] }

export const everywhere = (): Ranges => ({
  dbAllowedCidrs: [...OPEN.dbAllowedCidrs],
  dbAllowedCidrsV6: [...OPEN.dbAllowedCidrsV6],
})

export const isEverywhere = ({ dbAllowedCidrs, dbAllowedCidrsV6 }: Ranges): boolean =>
  dbAllowedCidrs.includes(EVERYWHERE.v4) && dbAllowedCidrsV6.includes(EVERYWHERE.v6)

/** A range a line, as a person edits them. */
export const textOf = ({ dbAllowedCidrs, dbAllowedCidrsV6 }: Ranges): string =>
  [...dbAllowedCidrs, ...dbAllowedCidrsV6].join('\n')

/** The ranges a text names, a line or a comma apart; or what is wrong with the first line that is none. */
export function rangesIn(text: string): { ranges: Ranges } | { problem: string } {
  const ranges: Ranges = { dbAllowedCidrs: [], dbAllowedCidrsV6: [] }
  const lines = text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  for (const line of lines) {
    const [schema, list] = line.includes(':')
      ? ([CidrV6, ranges.dbAllowedCidrsV6] as const)
      : ([CidrV4, ranges.dbAllowedCidrs] as const)
    const { data, error } = schema.safeParse(line)
    if (data === undefined) return { problem: `${line}: ${error?.issues[0]?.message ?? ''}` }
    if (!list.includes(data)) list.push(data)
    if (list.length > MAX_CIDRS) return { problem: `At most ${MAX_CIDRS} ranges of each kind` }
  }
  return { ranges }
}

/** A text with one more address at its end. */
export const withAddress = (text: string, address: string): string =>
  [text.trimEnd(), address].filter(Boolean).join('\n')

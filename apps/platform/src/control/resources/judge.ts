import {
  type Level,
  nextLevel,
  nextReadOnly,
  type ResourceWarning,
  WARNING_RULES,
  type WarnedResource,
} from '@plinth/contract'

/** Where a project stands. */
export type Standing = Readonly<Record<WarnedResource, Level>> & { readonly isReadOnly: boolean }

/** What it is judged by, in percent; null is what could not be measured. */
export type Measured = {
  readonly cpu: number | null
  readonly ram: number | null
  readonly diskIo: number | null
  readonly disk: number | null
}

export const atEase: Standing = {
  cpu_exhaustion: null,
  memory_and_swap_exhaustion: null,
  disk_io_exhaustion: null,
  disk_space_exhaustion: null,
  isReadOnly: false,
}

const MEASURED_BY = {
  cpu_exhaustion: 'cpu',
  memory_and_swap_exhaustion: 'ram',
  disk_io_exhaustion: 'diskIo',
  disk_space_exhaustion: 'disk',
} as const satisfies Record<WarnedResource, keyof Measured>

const RESOURCES = Object.keys(MEASURED_BY) as readonly WarnedResource[] // keys of the literal above

/** Where it stands next. */
export function judge(previous: Standing, measured: Measured): Standing {
  const levels = RESOURCES.map((resource) => {
    const percent = measured[MEASURED_BY[resource]]
    return [resource, nextLevel(previous[resource], percent, WARNING_RULES[resource])] as const
  })
  return {
    ...previous,
    ...Object.fromEntries(levels),
    isReadOnly: nextReadOnly(previous.isReadOnly, measured.disk),
  }
}

export const isSameStanding = (a: Standing, b: Standing): boolean =>
  a.isReadOnly === b.isReadOnly && RESOURCES.every((resource) => a[resource] === b[resource])

type Named = { readonly ref: string; readonly organization_slug: string }

export const presentWarning = (
  { ref, organization_slug }: Named,
  { isReadOnly, ...levels }: Standing,
): ResourceWarning => ({
  project: ref,
  organization_slug,
  is_readonly_mode_enabled: isReadOnly,
  ...levels,
  auth_rate_limit_exhaustion: null,
})

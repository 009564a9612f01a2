import { READ_ONLY, type ResourceWarning } from '@plinth/contract'

export type WarningKind =
  | 'is_readonly_mode_enabled'
  | 'disk_space_exhaustion'
  | 'disk_io_exhaustion'
  | 'cpu_exhaustion'
  | 'memory_and_swap_exhaustion'
  | 'auth_rate_limit_exhaustion'
  | 'multiple_resource_warnings'

export type WarningLevel = 'warning' | 'critical'
export type ShownWarning = { readonly kind: WarningKind; readonly level: WarningLevel }

/** A word for a card, where there is room for no more, and the sentence that goes with it. */
type Texts = { readonly card: string; readonly title: string; readonly text: string }

type Entry = {
  /** What it is measured by; null where it is more than one thing. */
  readonly metric: string | null
  readonly warning: Texts | null
  readonly critical: Texts | null
  /** What the banner's button says; what it leads to is for the layout to know. */
  readonly button: string
}

// one entry a warning (spec §3, resource warning); null where it has no such level
export const WARNINGS = {
  is_readonly_mode_enabled: {
    metric: 'read_only',
    warning: null,
    critical: {
      card: 'Read-only',
      title: 'This project only reads: its disk is full.',
      text: 'Nothing can be written until there is room again. Enlarge the disk, or delete what is not needed.',
    },
    button: 'Enlarge the disk',
  },
  disk_space_exhaustion: {
    metric: 'disk_space',
    warning: {
      card: 'Disk filling up',
      title: 'The disk of this project is filling up.',
      text: `At ${READ_ONLY.on} % it only reads. A disk that grows by itself gets up to 200 GB more at a time.`,
    },
    critical: {
      card: 'Disk nearly full',
      title: 'The disk of this project is nearly full.',
      text: `At ${READ_ONLY.on} % it only reads. Enlarge the disk now, or delete what is not needed.`,
    },
    button: 'Look at the disk',
  },
  disk_io_exhaustion: {
    metric: 'disk_io',
    warning: {
      card: 'Busy disk',
      title: 'This project reads and writes close to what its disk can do for long.',
      text: 'Queries become slower when that is used up. Look for scans that an index would save.',
    },
    critical: {
      card: 'Disk at its limit',
      title: 'This project has used up what its disk can do for long.',
      text: 'Queries wait for the disk. A larger compute size or a faster disk helps, and so do indexes.',
    },
    button: 'See disk I/O',
  },
  cpu_exhaustion: {
    metric: 'cpu',
    warning: {
      card: 'Busy processor',
      title: 'The processor of this project is busy most of the time.',
      text: 'Queries become slower when it is busy all the time. Look for those that take longest.',
    },
    critical: {
      card: 'Processor at its limit',
      title: 'The processor of this project is busy all the time.',
      text: 'Queries wait for it. A larger compute size helps, and so do cheaper queries.',
    },
    button: 'See the processor',
  },
  memory_and_swap_exhaustion: {
    metric: 'ram',
    warning: {
      card: 'Memory filling up',
      title: 'The memory of this project is nearly used up.',
      text: 'Less is left to keep tables in, so more is read from disk. Fewer connections need less of it.',
    },
    critical: {
      card: 'Memory used up',
      title: 'The memory of this project is used up.',
      text: 'Queries may be ended for it. A larger compute size helps, and so do fewer connections.',
    },
    button: 'See memory',
  },
  auth_rate_limit_exhaustion: {
    metric: 'auth_email_rate_limit',
    warning: {
      card: 'E-mail limit',
      title: 'Sign-in e-mails of this project have reached their limit in the past 24 hours.',
      text: 'Some people did not get one. A mail server of your own has limits of its own.',
    },
    critical: null,
    button: 'See the limits',
  },
  multiple_resource_warnings: {
    metric: null,
    warning: {
      card: 'Several warnings',
      title: 'This project runs short of several things.',
      text: 'It becomes slower when they are used up. A look at what it uses says which.',
    },
    critical: {
      card: 'Several limits',
      title: 'This project has reached several of its limits.',
      text: 'Queries wait, or fail. A look at what it uses says which, and a larger size helps.',
    },
    button: 'See what it uses',
  },
} as const satisfies Record<WarningKind, Entry>

const SINGLE = [
  'disk_space_exhaustion',
  'disk_io_exhaustion',
  'cpu_exhaustion',
  'memory_and_swap_exhaustion',
  'auth_rate_limit_exhaustion',
] as const satisfies readonly (keyof ResourceWarning & WarningKind)[]

/** The one thing to say of a project: that it only reads before all else, and several as one. */
export function shownWarning(warning: ResourceWarning): ShownWarning | undefined {
  if (warning.is_readonly_mode_enabled)
    return { kind: 'is_readonly_mode_enabled', level: 'critical' }
  const active = SINGLE.filter((kind) => warning[kind] !== null)
  const level = active.some((kind) => warning[kind] === 'critical') ? 'critical' : 'warning'
  const [only, ...others] = active
  if (!only) return undefined
  return { kind: others.length > 0 ? 'multiple_resource_warnings' : only, level }
}

/** Everything a project runs short of, by what it is measured by; a full disk is told by the banner alone. */
export const warningsByMetric = (warning: ResourceWarning): ReadonlyMap<string, ShownWarning> =>
  new Map(
    SINGLE.flatMap((kind) => {
      const level = warning[kind]
      const isTold = kind === 'disk_space_exhaustion' && warning.is_readonly_mode_enabled
      return level === null || isTold ? [] : [[WARNINGS[kind].metric, { kind, level }] as const]
    }),
  )

export const warningTexts = ({ kind, level }: ShownWarning): Texts | null => {
  const { warning, critical }: Entry = WARNINGS[kind]
  return level === 'critical' ? (critical ?? warning) : (warning ?? critical)
}

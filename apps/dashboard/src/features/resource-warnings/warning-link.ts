import { type LinkProps, linkOptions } from '@tanstack/react-router'
import { helpTopic } from '#app/lib/warning-help.ts'
import type { ShownWarning, WarningKind } from '#app/lib/resource-warnings.ts'

type LinkFor = (ref: string) => LinkProps

const infrastructure =
  (hash?: string): LinkFor =>
  (ref) =>
    linkOptions({
      to: '/project/$ref/settings/infrastructure',
      params: { ref },
      ...(hash && { hash }),
    })

const disk: LinkFor = (ref) =>
  linkOptions({ to: '/project/$ref/settings/compute-and-disk', params: { ref } })

// facts: button goes to. The limits of sign-in e-mails get their link with their page.
const LINKS = {
  is_readonly_mode_enabled: disk,
  disk_space_exhaustion: disk,
  disk_io_exhaustion: infrastructure('disk_io'),
  cpu_exhaustion: infrastructure('cpu'),
  memory_and_swap_exhaustion: infrastructure('ram'),
  auth_rate_limit_exhaustion: undefined,
  multiple_resource_warnings: infrastructure(),
} as const satisfies Record<WarningKind, LinkFor | undefined>

/** What it means and what helps: the spec's docs of a warning. */
export function helpLink(kind: WarningKind, ref: string): LinkProps | undefined {
  const help = helpTopic(kind)
  if (!help) return undefined
  return linkOptions({
    to: '/project/$ref/settings/infrastructure',
    params: { ref },
    search: { help },
    ...(help !== 'all' && { hash: help }),
  })
}

/** Where something can be done about a warning. */
export const warningLink = (kind: WarningKind, ref: string): LinkProps | undefined =>
  LINKS[kind]?.(ref)

/**
 * Is the banner in its place on this page? Not where the page itself shows what it is about, unless
 * the project only reads, which is hidden nowhere but on the page of its disk.
 */
export const isBannerShown = ({ kind }: ShownWarning, pathname: string): boolean =>
  kind === 'is_readonly_mode_enabled'
    ? !/\/settings\/compute-and-disk\/?$/.test(pathname)
    : !/\/(usage|infrastructure)\/?$/.test(pathname)

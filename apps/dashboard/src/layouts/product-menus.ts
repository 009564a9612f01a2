import { type LinkProps, linkOptions } from '@tanstack/react-router'

export type MenuGroup = {
  readonly label: string
  readonly entries: readonly {
    readonly label: string
    readonly link: LinkProps
    /** Current on its own address only, not on those below it. */
    readonly isExact?: boolean
    /** What else it is looked for by. */
    readonly keywords?: readonly string[]
  }[]
}

/** Project settings; a page is one row. */
export const settingsMenu = (ref: string): readonly MenuGroup[] => [
  {
    label: 'Configuration',
    entries: [
      {
        label: 'General',
        link: linkOptions({ to: '/project/$ref/settings/general', params: { ref } }),
        keywords: ['rename', 'pause', 'restart', 'transfer', 'delete'],
      },
      {
        label: 'Compute and disk',
        link: linkOptions({ to: '/project/$ref/settings/compute-and-disk', params: { ref } }),
        keywords: ['size', 'resize', 'memory', 'storage'],
      },
      {
        label: 'Infrastructure',
        link: linkOptions({ to: '/project/$ref/settings/infrastructure', params: { ref } }),
        keywords: ['upgrade', 'version', 'cpu'],
      },
      {
        label: 'Add-ons',
        link: linkOptions({ to: '/project/$ref/settings/addons', params: { ref } }),
        keywords: ['point in time'],
      },
      {
        label: 'API',
        link: linkOptions({ to: '/project/$ref/settings/api', params: { ref } }),
        keywords: ['url', 'jwt', 'keys', 'types', 'typescript', 'schemas'],
      },
      {
        label: 'API keys',
        link: linkOptions({ to: '/project/$ref/settings/api-keys/new', params: { ref } }),
      },
      {
        label: 'Vault',
        link: linkOptions({ to: '/project/$ref/settings/vault', params: { ref } }),
        keywords: ['secrets'],
      },
    ],
  },
]

export const databaseMenu = (ref: string): readonly MenuGroup[] => [
  {
    label: 'Configuration',
    entries: [
      {
        label: 'Settings',
        link: linkOptions({ to: '/project/$ref/database/settings', params: { ref } }),
        keywords: ['password', 'ssl', 'network', 'connections'],
      },
    ],
  },
  {
    label: 'Platform',
    entries: [
      {
        label: 'Scheduled backups',
        link: linkOptions({ to: '/project/$ref/database/backups/scheduled', params: { ref } }),
        keywords: ['restore', 'download', 'sql', 'dump'],
      },
      {
        label: 'Point-in-time restore',
        link: linkOptions({ to: '/project/$ref/database/backups/pitr', params: { ref } }),
        keywords: ['restore', 'second'],
      },
    ],
  },
]

export const functionsMenu = (ref: string, isAtSecrets = false): readonly MenuGroup[] => [
  {
    label: 'Manage',
    entries: [
      {
        label: 'Functions',
        link: linkOptions({ to: '/project/$ref/functions', params: { ref } }),
        // a function's own pages are below it as well
        isExact: isAtSecrets,
      },
      {
        label: 'Secrets',
        link: linkOptions({ to: '/project/$ref/functions/secrets', params: { ref } }),
        keywords: ['environment'],
      },
    ],
  },
]

type CollectionEntry = { readonly slug: string; readonly label: string }

export const logsMenu = (
  ref: string,
  collections: readonly CollectionEntry[],
): readonly MenuGroup[] => [
  {
    label: 'Explore',
    entries: [
      {
        label: 'Logs explorer',
        link: linkOptions({ to: '/project/$ref/logs/explorer', params: { ref } }),
      },
    ],
  },
  {
    label: 'Collections',
    entries: collections.map(({ slug, label }) => ({
      label,
      link: linkOptions({
        to: '/project/$ref/logs/$collection',
        params: { ref, collection: slug },
      }),
    })),
  },
]

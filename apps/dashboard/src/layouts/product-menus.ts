import { type LinkProps, linkOptions } from '@tanstack/react-router'

export type MenuGroup = {
  readonly label: string
  readonly entries: readonly { readonly label: string; readonly link: LinkProps }[]
}

/** Project settings; a page is one row. */
export const settingsMenu = (ref: string): readonly MenuGroup[] => [
  {
    label: 'Configuration',
    entries: [
      {
        label: 'General',
        link: linkOptions({ to: '/project/$ref/settings/general', params: { ref } }),
      },
    ],
  },
]

import type { ComponentProps } from 'react'

/** Text that only assistive technology meets. */
export const VisuallyHidden = (props: ComponentProps<'span'>) => (
  <span {...props} className="sr-only" />
)

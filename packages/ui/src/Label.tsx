import { Label as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** The name of a form control. */
export const Label = ({ className, ...rest }: ComponentProps<'label'>) => (
  <Radix.Root {...rest} className={cn('text-sm font-medium text-fg', className)} />
)

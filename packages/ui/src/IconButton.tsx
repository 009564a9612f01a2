import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import { cn } from './cn.ts'
import { Tooltip } from './Tooltip.tsx'

type IconButtonProps = Omit<ButtonProps, 'children' | 'icon' | 'aria-label'> & {
  /** Its accessible name, shown as the tooltip. */
  label: string
  icon: ReactNode
  tooltip?: boolean | undefined
}

const width = { xs: 'w-6', sm: 'w-7', md: 'w-8', lg: 'w-10' }

/** A square button with an icon; its label is its tooltip. */
export function IconButton({
  label,
  icon,
  variant = 'ghost',
  size = 'md',
  tooltip = true,
  className,
  ...rest
}: IconButtonProps) {
  const button = (
    <Button
      {...rest}
      variant={variant}
      size={size}
      icon={icon}
      aria-label={label}
      className={cn('px-0', width[size ?? 'md'], className)}
    />
  )
  // the reason is the better tooltip, and Button shows it
  if (!tooltip || rest.disabledReason) return button
  return <Tooltip content={label}>{button}</Tooltip>
}

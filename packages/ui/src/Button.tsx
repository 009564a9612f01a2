import { type VariantProps, cva } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cn } from './cn.ts'
import { Spinner } from './Spinner.tsx'
import { Tooltip } from './Tooltip.tsx'

/** The looks of a button, for what must look like one and cannot be one. */
export const buttonStyles = cva(
  'relative inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap transition-colors duration-100 select-none aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary:
          'border-transparent bg-accent text-on-accent not-aria-disabled:hover:bg-accent-hover',
        secondary:
          'border-line-control bg-surface text-fg shadow-sm not-aria-disabled:hover:border-line-strong not-aria-disabled:hover:bg-hover data-[state=open]:bg-hover',
        ghost:
          'border-transparent text-muted not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-fg data-[state=open]:bg-hover data-[state=open]:text-fg',
        danger:
          'border-transparent bg-danger text-on-danger not-aria-disabled:hover:bg-danger-hover',
        link: 'border-transparent text-accent-text underline-offset-3 not-aria-disabled:hover:underline',
      },
      size: {
        xs: 'h-6 px-2 text-xs',
        sm: 'h-7 px-2.5 text-xs',
        md: 'h-8 px-3 text-sm',
        lg: 'h-10 px-4 text-base',
      },
    },
    compoundVariants: [{ variant: 'link', class: 'h-auto px-0' }],
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

/** The choices of `buttonStyles`. */
export type ButtonVariants = VariantProps<typeof buttonStyles>

/** A button of the page, without a `disabled` that says nothing. */
export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  variant?: ButtonVariants['variant'] | undefined
  size?: ButtonVariants['size'] | undefined
  /** Shows a spinner in place of the icon and swallows clicks; the width stays. */
  loading?: boolean | undefined
  /** Why the button cannot be used now. It stays focusable, so that everyone can read the reason. */
  disabledReason?: string | undefined
  /** Without a reason to give; prefer `disabledReason`. */
  disabled?: boolean | undefined
  icon?: ReactNode
  /** Renders the only child (a link) with the looks of a button. */
  asChild?: boolean | undefined
}

function refuse(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}

/** A button that says why when it cannot be pressed, and shows when it is at work. */
export function Button({
  variant,
  size,
  loading = false,
  disabledReason,
  disabled = false,
  icon,
  asChild = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const off = disabled || loading || disabledReason !== undefined
  const shared = {
    ...rest,
    className: cn(buttonStyles({ variant, size }), className),
    onClick: off ? refuse : onClick,
    ...(off && { 'aria-disabled': true }),
    ...(loading && { 'aria-busy': true }),
  }
  const button = asChild ? (
    <Slot.Root {...shared}>{children}</Slot.Root>
  ) : (
    // aria-disabled rather than disabled: a disabled button can be neither focused nor hovered, and so
    // could not say why. Submitting with Enter passes through the click, which is refused above.
    <button {...shared} type={type}>
      {loading ? <Spinner /> : icon}
      {children}
    </button>
  )
  return disabledReason ? (
    <Tooltip content={disabledReason} delayMs={100}>
      {button}
    </Tooltip>
  ) : (
    button
  )
}

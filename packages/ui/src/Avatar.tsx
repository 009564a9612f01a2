import { cn } from './cn.ts'

const sizes = { sm: 'size-5 text-[0.625rem]', md: 'size-7 text-xs', lg: 'size-10 text-base' }

/** The first letters of up to two words of a name or of an e-mail address. */
export function initials(name: string): string {
  const words =
    name
      .split('@')[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? []
  return words
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0).toUpperCase())
    .join('')
}

/** A person or an organization by its initials; decoration beside the name, named where it stands alone. */
export const Avatar = ({
  name,
  size = 'md',
  square = false,
  decorative = true,
  className,
}: {
  name: string
  size?: 'sm' | 'md' | 'lg' | undefined
  square?: boolean | undefined
  decorative?: boolean | undefined
  className?: string | undefined
}) => (
  <span
    {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    className={cn(
      'inline-flex shrink-0 items-center justify-center border border-accent-line bg-accent-soft font-semibold text-accent-text select-none',
      square ? 'rounded-md' : 'rounded-full',
      sizes[size],
      className,
    )}
  >
    {initials(name)}
  </span>
)

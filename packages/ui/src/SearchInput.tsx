import { Search, X } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import type { AriaLabel } from './aria.ts'
import { cn } from './cn.ts'
import { controlStyles } from './control-styles.ts'
import { Kbd } from './Kbd.tsx'

type SearchInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'size'> &
  AriaLabel & {
    value: string
    onChange: (value: string) => void
    size?: 'sm' | 'md' | undefined
    /** A key shown at the end while empty; the caller listens for it. */
    shortcut?: string | undefined
  }

/** A search box with a clear button; Escape clears it too. */
export function SearchInput({
  value,
  onChange,
  size = 'md',
  shortcut,
  className,
  placeholder = 'Search…',
  ...rest
}: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <div className={cn('relative w-full sm:max-w-64', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-subtle"
      />
      <input
        {...rest}
        ref={input}
        type="search"
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !value) return
          // the first Escape clears; only the next may close the dialog around
          event.stopPropagation()
          event.preventDefault()
          clear()
        }}
        className={cn(
          controlStyles,
          'pr-8 pl-8 [&::-webkit-search-cancel-button]:hidden',
          size === 'sm' ? 'h-7 text-xs' : 'h-8',
        )}
      />
      {value ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={clear}
          className="absolute top-1/2 right-1.5 flex size-5 -translate-y-1/2 items-center justify-center rounded-sm text-subtle hover:bg-hover hover:text-fg"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      ) : (
        shortcut && (
          <Kbd
            aria-hidden
            className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2"
          >
            {shortcut}
          </Kbd>
        )
      )}
    </div>
  )
}

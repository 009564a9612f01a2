import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { cn } from './cn.ts'
import { Input, type InputProps } from './Input.tsx'

/** A password with a toggle to read it while typing. */
export function PasswordInput({
  className,
  ...rest
}: Omit<InputProps, 'type' | 'prefix' | 'suffix' | 'mono'>) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <div className="relative">
      <Input
        spellCheck={false}
        autoCapitalize="off"
        {...rest}
        type={isShown ? 'text' : 'password'}
        className={cn('pr-9', className)}
      />
      <button
        type="button"
        aria-label="Show password"
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 right-0 flex w-8 items-center justify-center rounded-md text-muted hover:text-fg focus-visible:-outline-offset-2"
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </div>
  )
}

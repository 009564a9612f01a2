import { Check, Copy, X } from 'lucide-react'
import { Button, type ButtonProps } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import { useCopied } from './use-copied.ts'

type CopyButtonProps = Pick<ButtonProps, 'variant' | 'size' | 'disabledReason' | 'className'> & {
  /**
   * The text, or where to get it: a secret that is fetched when it is wanted. Nothing where it could
   * not be had, which the one asked has told.
   */
  value: string | (() => string | Promise<string | undefined>)
  label?: string | undefined
  /** Icon only; the label stays its name. */
  iconOnly?: boolean | undefined
  onCopied?: (() => void) | undefined
}

const words = { copied: 'Copied', failed: 'Could not copy' }
const icons = {
  idle: <Copy aria-hidden />,
  copied: <Check aria-hidden />,
  failed: <X aria-hidden />,
}

/** Copies a text and says so for three seconds. */
export function CopyButton({
  value,
  label = 'Copy',
  iconOnly = false,
  onCopied,
  ...rest
}: CopyButtonProps) {
  const [state, copy] = useCopied()
  const shared = {
    ...rest,
    icon: icons[state],
    onClick: async () => {
      const text = typeof value === 'string' ? value : await value()
      if (text === undefined) return
      await copy(text)
      onCopied?.()
    },
  }
  const said = state === 'idle' ? label : words[state]
  return (
    <>
      {iconOnly ? <IconButton {...shared} label={said} /> : <Button {...shared}>{said}</Button>}
      <span role="status" className="sr-only">
        {state === 'idle' ? '' : words[state]}
      </span>
    </>
  )
}

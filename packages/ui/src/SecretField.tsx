import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from './Button.tsx'
import { CopyButton } from './CopyButton.tsx'
import { Input } from './Input.tsx'

type SecretFieldProps = {
  /** The secret, or `undefined` while it has not been fetched. */
  value: string | undefined
  /** Fetches it, where it is not at hand; called by Reveal and by Copy. Nothing: it said why not. */
  onReveal?: (() => Promise<string | undefined>) | undefined
  /** Shown in place of the value until Reveal; a prefix helps to tell keys apart. */
  masked?: string | undefined
  disabledReason?: string | undefined
  onCopied?: (() => void) | undefined
  'aria-label'?: string | undefined
  id?: string | undefined
}

const DOTS = '•'.repeat(24)

/** A secret, masked until someone asks for it. */
export function SecretField({
  value,
  onReveal,
  masked = DOTS,
  disabledReason,
  onCopied,
  ...rest
}: SecretFieldProps) {
  const [isShown, setShown] = useState(false)
  const [isLoading, setLoading] = useState(false)
  const [fetched, setFetched] = useState<string>()
  const secret = value ?? fetched

  async function reveal(): Promise<string | undefined> {
    if (secret !== undefined) return secret
    if (!onReveal) return ''
    setLoading(true)
    try {
      const next = await onReveal()
      setFetched(next)
      return next
    } finally {
      setLoading(false)
    }
  }

  async function toggle() {
    if (!isShown && (await reveal()) === undefined) return
    setShown(!isShown)
  }

  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5 sm:flex-nowrap">
      <Input
        {...rest}
        mono
        readOnly
        value={isShown ? (secret ?? '') : masked}
        autoComplete="off"
        spellCheck={false}
        className="text-xs"
      />
      <Button
        onClick={toggle}
        loading={isLoading}
        disabledReason={disabledReason}
        icon={isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      >
        {isShown ? 'Hide' : 'Reveal'}
      </Button>
      <CopyButton value={reveal} disabledReason={disabledReason} onCopied={onCopied} />
    </div>
  )
}

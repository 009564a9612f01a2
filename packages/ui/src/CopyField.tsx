import { CopyButton } from './CopyButton.tsx'
import { Input, type InputProps } from './Input.tsx'

/** A value to take away: read only, selected on focus, with a copy button. */
export const CopyField = ({
  value,
  onCopied,
  ...rest
}: Omit<InputProps, 'value' | 'readOnly' | 'onChange' | 'suffix'> & {
  value: string
  onCopied?: (() => void) | undefined
}) => (
  <div className="flex min-w-0 items-center gap-1.5">
    <Input
      mono
      {...rest}
      readOnly
      value={value}
      onFocus={(event) => event.target.select()}
      className="text-xs"
    />
    <CopyButton value={value} onCopied={onCopied} />
  </div>
)

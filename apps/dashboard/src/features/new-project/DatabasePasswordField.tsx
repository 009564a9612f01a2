import { Button, CopyButton, Field, PasswordInput } from '@plinth/ui'
import { Sparkles } from 'lucide-react'
import type { Ref } from 'react'
import { NewPasswordStrength } from '#app/lib/NewPasswordStrength.tsx'
import { generatePassword } from '#app/lib/password.ts'

/** The database owner's password: typed, or made here, where it can be copied while it is still known. */
export const DatabasePasswordField = ({
  value,
  onChange,
  onBlur,
  name,
  ref,
  error,
}: {
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  name: string
  ref: Ref<HTMLInputElement>
  error: string | undefined
}) => (
  <Field
    layout="row"
    label="Database password"
    hint="For connecting directly. It is not kept in readable form: copy it now, it cannot be shown again."
    error={error}
  >
    <div className="flex items-center gap-1.5">
      <div className="min-w-0 flex-1">
        <PasswordInput
          ref={ref}
          name={name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          autoComplete="new-password"
          className="font-mono"
        />
      </div>
      <Button icon={<Sparkles aria-hidden />} onClick={() => onChange(generatePassword())}>
        Generate
      </Button>
      <CopyButton
        value={value}
        label="Copy the password"
        iconOnly
        variant="secondary"
        disabledReason={value ? undefined : 'There is no password yet'}
      />
    </div>
    <NewPasswordStrength password={value} atLeast={12} />
  </Field>
)

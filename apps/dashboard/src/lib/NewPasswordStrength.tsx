import { PasswordStrength } from '@plinth/ui'
import { passwordStrength } from './password.ts'

/** How strong the password being typed is. Keeps its place while nothing is typed, so that nothing jumps. */
export function NewPasswordStrength({ password }: { password: string }) {
  const { score, words } = passwordStrength(password)
  return (
    <div className="min-h-7">
      {password !== '' && <PasswordStrength score={score}>{words}</PasswordStrength>}
    </div>
  )
}

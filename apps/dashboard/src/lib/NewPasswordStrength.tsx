import { PasswordStrength } from '@plinth/ui'
import { passwordStrength } from './password.ts'

/** How strong the password being typed is; before that, in the same place, what is asked of it. */
export function NewPasswordStrength({ password, atLeast }: { password: string; atLeast: number }) {
  const { score, words } = passwordStrength(password)
  const needed = `At least ${atLeast} characters.`
  if (password === '') return <p className="text-xs text-muted">{needed}</p>
  if (password.length < atLeast) return <PasswordStrength score={0}>{needed}</PasswordStrength>
  return <PasswordStrength score={score}>{words}</PasswordStrength>
}

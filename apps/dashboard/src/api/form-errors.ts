import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { fieldErrorsOf, messageOf } from './errors.ts'

/**
 * Shows what the platform refused where it belongs: beside the fields it names, and everything else
 * as `errors.root`, above the form's button.
 */
export function showErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  error: unknown,
) {
  const fields = Object.entries(fieldErrorsOf(error))
  const known = fields.filter(([path]) => path in form.getValues())
  for (const [path, messages] of known)
    form.setError(path as Path<Values>, { message: messages.join('. ') }) // a key of the form's values, see above
  const rest = fields.filter(([path]) => !(path in form.getValues()))
  if (known.length === 0 || rest.length > 0)
    form.setError('root', {
      message: rest.map(([, messages]) => messages.join('. ')).join('. ') || messageOf(error),
    })
}

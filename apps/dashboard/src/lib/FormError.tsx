import { Alert } from '@plinth/ui'

type Props = { readonly error: { readonly message?: string | undefined } | undefined }

/** What stopped a form and belongs to none of its fields. */
export const FormError = ({ error }: Props) =>
  error && (
    <div>
      <Alert tone="critical">{error.message}</Alert>
    </div>
  )

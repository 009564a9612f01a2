import { Dialog } from '@plinth/ui'
import { useState } from 'react'
import { CreateTokenForm } from './CreateTokenForm.tsx'
import { NewToken } from './NewToken.tsx'

/** Makes an access token and shows it, this once. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const [token, setToken] = useState<string>()
  return (
    <Dialog
      open
      // a token nobody has seen yet must not be lost to a stray click
      locked={token !== undefined}
      onOpenChange={onClose}
      title={token ? 'Your new access token' : 'New access token'}
    >
      {token ? (
        <NewToken token={token} onClose={onClose} />
      ) : (
        <CreateTokenForm onCreated={setToken} onClose={onClose} />
      )}
    </Dialog>
  )
}

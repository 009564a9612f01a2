import { KEPT_AS_HASH, ShownOnce } from '#app/lib/ShownOnce.tsx'

export const NewToken = ({ token, onClose }: { token: string; onClose: () => void }) => (
  <ShownOnce label="Access token" value={token} onClose={onClose}>
    {KEPT_AS_HASH}
  </ShownOnce>
)

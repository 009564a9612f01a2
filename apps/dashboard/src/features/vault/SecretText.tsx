import type { Project, VaultSecret } from '@plinth/contract'
import { Button, CopyButton, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { useProjectMay } from '#app/api/session.ts'

/** The text of a secret, several lines where it has them, once somebody asks for it. */
export function SecretText({ project, secret }: { project: Project; secret: VaultSecret }) {
  const { id, name } = secret
  const mayReveal = useProjectMay('vault:reveal', project)
  const reveal = useMutation(
    api.vault.reveal.mutationOptions({
      onError: (error) => toast.error(`Failed to reveal the secret: ${messageOf(error)}`),
      // forgotten as soon as it is hidden or left
      gcTime: 0,
    }),
  )
  const text = reveal.data?.secret
  const label = name ?? id
  if (text === undefined)
    return (
      <Button
        size="sm"
        className="mt-1"
        icon={<Eye aria-hidden />}
        aria-label={`Reveal ${label}`}
        loading={reveal.isPending}
        disabledReason={
          mayReveal ? undefined : 'You need additional permissions to read the secrets'
        }
        onClick={() => reveal.mutate({ ref: project.ref, id })}
      >
        Reveal
      </Button>
    )
  return (
    <span className="mt-1 flex w-full flex-col items-start gap-1.5">
      <code
        aria-label={`Secret ${label}`}
        className="block max-h-40 w-full overflow-auto rounded-md border border-line bg-sunken p-2 font-mono text-xs break-all whitespace-pre-wrap"
      >
        {text}
      </code>
      <span className="flex gap-1.5">
        <CopyButton size="sm" value={text} />
        <Button
          size="sm"
          icon={<EyeOff aria-hidden />}
          aria-label={`Hide ${label}`}
          onClick={() => reveal.reset()}
        >
          Hide
        </Button>
      </span>
    </span>
  )
}

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
  const isShown = text !== undefined
  return (
    <span className="mt-1 flex w-full flex-col items-start gap-1.5">
      {isShown && (
        <code
          role="region"
          aria-label={`Secret ${label}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must scroll by keyboard
          tabIndex={0}
          className="block max-h-40 w-full overflow-auto rounded-md border border-line bg-sunken p-2 font-mono text-xs break-all whitespace-pre-wrap focus-visible:-outline-offset-2"
        >
          {text}
        </code>
      )}
      <span className="flex gap-1.5">
        {/* one button in both states, or the keyboard's place would go with the other */}
        <Button
          size="sm"
          icon={isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          aria-label={`${isShown ? 'Hide' : 'Reveal'} ${label}`}
          loading={reveal.isPending}
          disabledReason={
            mayReveal ? undefined : 'You need additional permissions to read the secrets'
          }
          onClick={() => (isShown ? reveal.reset() : reveal.mutate({ ref: project.ref, id }))}
        >
          {isShown ? 'Hide' : 'Reveal'}
        </Button>
        {isShown && <CopyButton size="sm" value={text} />}
      </span>
    </span>
  )
}

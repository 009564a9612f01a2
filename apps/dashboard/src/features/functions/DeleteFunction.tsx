import type { EdgeFunction, Project } from '@plinth/contract'
import { Button, SettingsSection, TextConfirmDialog, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { useProjectMay } from '#app/api/session.ts'
import { refreshFunctions } from './function-options.ts'

type Props = {
  readonly project: Project
  readonly fn: EdgeFunction
  readonly onDeleted: () => void
}

/** Ends a function for good. */
export function DeleteFunction({ project, fn, onDeleted }: Props) {
  const { slug } = fn
  const [isAsking, setAsking] = useState(false)
  const mayWrite = useProjectMay('functions:write', project)
  const remove = useMutation(
    api.functions.delete.mutationOptions({
      onSuccess: async () => {
        toast.success(`Deleted ${slug}`)
        onDeleted()
        await refreshFunctions()
      },
      onError: (error) => toast.error(`Failed to delete the function: ${messageOf(error)}`),
      onSettled: () => setAsking(false),
    }),
  )
  return (
    <SettingsSection
      title="Delete"
      tone="danger"
      footer={
        <Button
          variant="danger"
          disabledReason={
            mayWrite ? undefined : 'You need additional permissions to delete edge functions'
          }
          onClick={() => setAsking(true)}
        >
          Delete function
        </Button>
      }
    >
      <p className="text-sm text-muted">
        Its code is deleted with it, and its URL answers with 404 from then on.
      </p>
      <TextConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Delete ${slug}`}
        confirmString={slug}
        confirmLabel="Delete this function"
        blockDeleteButton={false}
        loading={remove.isPending}
        onConfirm={() => remove.mutate({ ref: project.ref, slug })}
        alert={{
          tone: 'critical',
          title: 'Whatever calls it gets no answer from now on.',
          body: 'Copy the code first if you may want it back.',
        }}
      />
    </SettingsSection>
  )
}

import type { NetworkRestrictions, Project } from '@plinth/contract'
import {
  Button,
  ConfirmDialog,
  Field,
  SegmentedControl,
  SettingsSection,
  Textarea,
  toast,
} from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import {
  everywhere,
  isEverywhere,
  type Ranges,
  rangesIn,
  textOf,
  withAddress,
} from './network-ranges.ts'
import { useSettingsRefusal } from './use-settings-refusal.ts'

type Props = { readonly project: Project; readonly restrictions: NetworkRestrictions }

const MODES = [
  { value: 'all', label: 'Every address' },
  { value: 'some', label: 'Only these' },
] as const
type Mode = (typeof MODES)[number]['value']

/** Who may connect, as a text of ranges; told what it means before it applies. */
export function NetworkForm({ project, restrictions }: Props) {
  const { ref } = project
  const { config, your_address: address } = restrictions
  const before: { mode: Mode; text: string } = {
    mode: isEverywhere(config) ? 'all' : 'some',
    text: textOf(config),
  }
  const [mode, setMode] = useState<Mode>(before.mode)
  const [text, setText] = useState(before.mode === 'all' ? '' : before.text)
  const [problem, setProblem] = useState<string>()
  const [asked, setAsked] = useState<Ranges>()
  const refusal = useSettingsRefusal(project)
  const apply = useMutation(
    api.networkRestrictions.apply.mutationOptions({
      onSuccess: (saved) => {
        const { queryKey } = api.networkRestrictions.view.queryOptions({ input: { ref } })
        queryClient.setQueryData(queryKey, saved)
        toast.success('Network restrictions are in force')
      },
      onError: (error) => toast.error(`Failed to apply network restrictions: ${messageOf(error)}`),
      onSettled: () => setAsked(undefined),
    }),
  )
  const isDirty = mode !== before.mode || (mode === 'some' && text !== before.text)

  function review() {
    const found = mode === 'all' ? { ranges: everywhere() } : rangesIn(text)
    if ('problem' in found) setProblem(found.problem)
    else setAsked(found.ranges)
  }
  function reset() {
    setMode(before.mode)
    setText(before.mode === 'all' ? '' : before.text)
    setProblem(undefined)
  }

  return (
    <SettingsSection
      title="Network restrictions"
      description="Which addresses may connect to Postgres directly. The data API and this dashboard are not touched."
      note="Applied at once, without a restart. Connections that are open go on."
      footer={
        <>
          <Button disabled={!isDirty} onClick={reset}>
            Cancel
          </Button>
          <Button variant="primary" disabled={!isDirty} disabledReason={refusal} onClick={review}>
            Apply
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SegmentedControl
          className="self-start"
          aria-label="Who may connect"
          options={MODES}
          value={mode}
          onChange={(next) => {
            setMode(next)
            setProblem(undefined)
          }}
        />
        {mode === 'some' && (
          <Field
            label="Allowed addresses"
            hint="A range a line, such as 203.0.113.0/24 or 2001:db8::/32. One address is a range of its own."
            error={problem}
            disabledReason={refusal}
          >
            <Textarea
              mono
              rows={5}
              spellCheck={false}
              autoComplete="off"
              value={text}
              onChange={({ target }) => {
                setText(target.value)
                setProblem(undefined)
              }}
            />
          </Field>
        )}
        {mode === 'some' && address && (
          <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <span>
              You come from <span className="font-mono text-fg">{address}</span>
            </span>
            <Button size="sm" onClick={() => setText(withAddress(text, address))}>
              Add it
            </Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title="Apply network restrictions?"
        description={asked && consequenceOf(asked)}
        confirmLabel="Apply"
        loading={apply.isPending}
        onConfirm={() => asked && apply.mutate({ ref, ...asked })}
      />
    </SettingsSection>
  )
}

function consequenceOf(ranges: Ranges): string {
  const count = ranges.dbAllowedCidrs.length + ranges.dbAllowedCidrsV6.length
  if (isEverywhere(ranges)) return 'Every address may connect that can reach this machine.'
  if (count === 0) return 'No address is allowed: nobody can connect to Postgres directly any more.'
  const what = count === 1 ? 'one range' : `${count} ranges`
  return `Only connections from ${what} are let in; everything else is refused.`
}

import { Field, Input, Select, Textarea } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { api } from '#app/api/client.ts'
import { SUPPORT_CATEGORIES, type SupportCategory } from '#app/lib/support-search.ts'
import type { Request } from './support-text.ts'

const NONE = 'none'

const CATEGORIES = Object.entries(SUPPORT_CATEGORIES).map(([value, label]) => ({
  value: value as SupportCategory, // its own keys
  label,
}))

/** What it is about and what happened, in the person's words. */
export function RequestFields({
  projectRef,
  onProjectRef,
  request,
  onChange,
}: {
  projectRef: string | undefined
  onProjectRef: (ref: string | undefined) => void
  request: Request
  onChange: (request: Request) => void
}) {
  const { data: projects = [] } = useQuery(api.v1.projects.list.queryOptions({ input: {} }))
  const isListed = projects.some(({ ref }) => ref === projectRef)
  return (
    <>
      <Field layout="row" label="Project">
        <Select
          value={projectRef ?? NONE}
          onChange={(value) => onProjectRef(value === NONE ? undefined : value)}
          options={[
            { value: NONE, label: 'None in particular' },
            // one that was deleted, or is still being looked up
            ...(projectRef && !isListed ? [{ value: projectRef, label: projectRef }] : []),
            ...projects.map(({ ref, name }) => ({ value: ref, label: name, description: ref })),
          ]}
        />
      </Field>
      <Field layout="row" label="About">
        <Select
          value={request.category}
          onChange={(category) => onChange({ ...request, category })}
          options={CATEGORIES}
        />
      </Field>
      <Field layout="row" label="Subject">
        <Input
          maxLength={200}
          value={request.subject}
          onChange={(event) => onChange({ ...request, subject: event.target.value })}
        />
      </Field>
      <Field
        layout="row"
        label="Message"
        hint="What you did, what you expected, and what happened instead."
      >
        <Textarea
          rows={5}
          maxLength={5000}
          value={request.message}
          onChange={(event) => onChange({ ...request, message: event.target.value })}
        />
      </Field>
    </>
  )
}

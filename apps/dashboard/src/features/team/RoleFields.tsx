import { ROLE_NAMES } from '@plinth/contract'
import { Checkbox, Field, RadioCards, SkeletonLines } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { api } from '#app/api/client.ts'
import { useMay } from '#app/api/session.ts'
import { ROLES, ROLE_TEXTS, type RoleChoice } from './roles.ts'

type Props = {
  slug: string
  value: RoleChoice
  onChange: (value: RoleChoice) => void
  /** Shown below the projects. */
  error: string | undefined
}

/** Which role, and whether for the organization or for some of its projects. */
export function RoleFields({ slug, value, onChange, error }: Props) {
  const mayMakeOwners = useMay('owners:write', { organizationSlug: slug })
  const { role, project_refs } = value
  return (
    <>
      <Field label="Role">
        <RadioCards
          value={role}
          onChange={(next) =>
            onChange({ role: next, project_refs: next === 'owner' ? null : project_refs })
          }
          options={ROLES.map((each) => ({
            value: each,
            label: ROLE_NAMES[each],
            description: ROLE_TEXTS[each],
            disabledReason:
              each === 'owner' && !mayMakeOwners ? 'Only an owner can make owners' : undefined,
          }))}
        />
      </Field>
      {role !== 'owner' && (
        <Field label="Where">
          <RadioCards
            columns={2}
            value={project_refs === null ? 'organization' : 'projects'}
            onChange={(where) =>
              onChange({ role, project_refs: where === 'organization' ? null : [] })
            }
            options={[
              { value: 'organization', label: 'The whole organization' },
              { value: 'projects', label: 'Some projects' },
            ]}
          />
        </Field>
      )}
      {project_refs !== null && (
        <ProjectChoice
          slug={slug}
          refs={project_refs}
          onChange={(refs) => onChange({ role, project_refs: refs })}
          error={error}
        />
      )}
    </>
  )
}

function ProjectChoice({
  slug,
  refs,
  onChange,
  error,
}: {
  slug: string
  refs: readonly string[]
  onChange: (refs: string[]) => void
  error: string | undefined
}) {
  const { data } = useQuery(api.projects.list.queryOptions({ input: { slug, limit: 100 } }))
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">Projects</legend>
      <div className="flex max-h-48 flex-col gap-2 overflow-y-auto rounded-md border border-line p-3">
        {data ? (
          data.projects.map(({ ref, name }) => (
            <Checkbox
              key={ref}
              label={name}
              checked={refs.includes(ref)}
              onChange={(isChosen) =>
                onChange(isChosen ? [...refs, ref] : refs.filter((each) => each !== ref))
              }
            />
          ))
        ) : (
          <SkeletonLines label="Loading the projects" />
        )}
        {data?.projects.length === 0 && (
          <p className="text-muted">This organization has no projects yet.</p>
        )}
      </div>
      {error && (
        <p role="alert" className="text-xs text-danger-text">
          {error}
        </p>
      )}
    </fieldset>
  )
}

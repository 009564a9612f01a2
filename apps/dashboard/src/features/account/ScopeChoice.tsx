import { Permission } from '@plinth/contract'
import { Checkbox } from '@plinth/ui'

/** 'api_keys:read' → ['API keys', 'read'] */
const nounOf = (permission: Permission): string => {
  const noun = permission.split(':')[0]?.replaceAll('_', ' ') ?? permission
  return noun === 'api keys'
    ? 'API keys'
    : noun === 'sql'
      ? 'SQL'
      : noun.charAt(0).toUpperCase() + noun.slice(1)
}

const GROUPS = [...Map.groupBy(Permission.options, nounOf)]

/** The permissions, one line for each thing they are about. */
export const ScopeChoice = ({
  value,
  onChange,
}: {
  value: readonly Permission[]
  onChange: (value: Permission[]) => void
}) => (
  <fieldset>
    <legend className="mb-1.5 text-sm font-medium">Permissions</legend>
    <div className="max-h-60 divide-y divide-line overflow-y-auto rounded-md border border-line">
      {GROUPS.map(([noun, permissions]) => (
        <div
          key={noun}
          className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-3 py-2"
        >
          <span className="w-28 text-sm">{noun}</span>
          <div className="flex flex-1 flex-wrap gap-x-4 gap-y-1">
            {permissions.map((permission) => (
              <Checkbox
                key={permission}
                label={
                  <>
                    <span className="sr-only">{noun}: </span>
                    {permission.split(':')[1]}
                  </>
                }
                checked={value.includes(permission)}
                onChange={(isChosen) =>
                  onChange(
                    isChosen ? [...value, permission] : value.filter((each) => each !== permission),
                  )
                }
              />
            ))}
          </div>
        </div>
      ))}
    </div>
  </fieldset>
)

import type { Project } from '@plinth/contract'
import { CopyField, Field, SettingsSection } from '@plinth/ui'

/** Address and names, each to be copied; the password is known to nobody but who chose it. */
export function ConnectionSection({ project }: { project: Project }) {
  const rows = [
    ['Host', project.db_host],
    ['Port', project.db_port === null ? null : String(project.db_port)],
    ['Database', 'postgres'],
    ['User', 'postgres'],
    ['Connection string', project.connectionString],
    ['Read-only connection string', project.connection_string_read_only],
  ] as const
  return (
    <SettingsSection
      title="Connection"
      description="For psql, an ORM, a migration tool or a server of your own."
    >
      {rows.map(
        ([label, value]) =>
          value !== null && (
            <Field key={label} layout="row" label={label}>
              <CopyField value={value} />
            </Field>
          ),
      )}
    </SettingsSection>
  )
}

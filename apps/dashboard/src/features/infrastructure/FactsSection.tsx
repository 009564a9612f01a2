import { COMPUTE, type Project } from '@plinth/contract'
import { DataList, SettingsSection } from '@plinth/ui'
import { Link } from '@tanstack/react-router'
import { dateOnly } from '#app/lib/date.ts'
import { placeOf } from '#app/lib/place-of.ts'

const memory = (mb: number) => (mb < 1024 ? `${mb} MB` : `${mb / 1024} GB`)

/** What it is made of. */
export function FactsSection({ project }: { project: Project }) {
  const { ref, instance_size: size } = project
  const { label, memoryMb, cpus, maxConnections } = COMPUTE[size]
  return (
    <SettingsSection title="What it runs on">
      <div>
        <DataList
          items={[
            { label: 'Place', value: placeOf(project) },
            {
              label: 'Compute size',
              value: (
                <Link
                  to="/project/$ref/settings/compute-and-disk"
                  params={{ ref }}
                  className="text-accent-text underline-offset-3 hover:underline"
                >
                  {label}
                </Link>
              ),
              hint: `${memory(memoryMb)} memory, ${cpus} cores, ${maxConnections} connections`,
            },
            { label: 'Made', value: dateOnly(project.created_at) },
          ]}
        />
      </div>
    </SettingsSection>
  )
}

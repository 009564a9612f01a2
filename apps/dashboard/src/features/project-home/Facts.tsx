import type { Project } from '@plinth/contract'
import { COMPUTE } from '@plinth/contract'
import { Skeleton } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { Cpu, Database, HardDrive, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatBytes } from '#app/lib/format-bytes.ts'
import { placeOf } from '#app/lib/place-of.ts'
import { healthOptions } from './health-options.ts'

const memory = (mb: number) => (mb < 1024 ? `${mb} MB` : `${mb / 1024} GB`)

/** The four cards: what the database is and how large it has grown. */
export function Facts({ project }: { project: Project }) {
  const { data: health, isPending } = useQuery(healthOptions(project.ref))
  const compute = COMPUTE[project.instance_size]
  const bytes = health?.database_bytes
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Fact
        icon={<HardDrive aria-hidden />}
        label="Database size"
        value={
          isPending ? (
            <Skeleton className="my-0.5 h-5 w-20" />
          ) : bytes == null ? (
            'Unknown'
          ) : (
            formatBytes(bytes)
          )
        }
        below="All databases of the project"
      />
      <Fact
        icon={<Database aria-hidden />}
        label="Version"
        value={project.dbVersion ?? project.postgres_engine}
        below={`PostgreSQL ${project.postgres_engine}`}
      />
      <Fact
        icon={<Cpu aria-hidden />}
        label="Compute"
        value={compute.label}
        below={`${memory(compute.memoryMb)} memory, ${compute.maxConnections} connections`}
      />
      <Fact
        icon={<MapPin aria-hidden />}
        label="Runs on"
        value={placeOf(project)}
        below={project.region}
      />
    </dl>
  )
}

const Fact = ({
  icon,
  label,
  value,
  below,
}: {
  icon: ReactNode
  label: string
  value: ReactNode
  below: string
}) => (
  <div className="min-w-0 rounded-lg border border-line bg-surface p-4">
    <dt className="flex items-center gap-2 text-xs text-muted [&_svg]:size-3.5">
      {icon}
      {label}
    </dt>
    <dd className="mt-1.5">
      <div className="truncate text-lg font-semibold">{value}</div>
      <div className="text-xs text-pretty text-muted">{below}</div>
    </dd>
  </div>
)

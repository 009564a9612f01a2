import { Badge, SegmentedControl } from '@plinth/ui'
import { ArrowUpRight, LayoutGrid, Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { EXAMPLE_PROJECTS, type ExampleProject } from './example-projects.ts'

type Filter = 'all' | ExampleProject['type']

const FILTERS = [
  { value: 'all', label: 'All', icon: <LayoutGrid aria-hidden /> },
  { value: 'app', label: 'Web', icon: <Monitor aria-hidden /> },
  { value: 'mobile', label: 'Mobile', icon: <Smartphone aria-hidden /> },
] as const satisfies readonly { value: Filter; label: string; icon: unknown }[]

/** Apps of other people to start from, each in a tab of its own. */
export function ExampleProjects() {
  const [filter, setFilter] = useState<Filter>('all')
  const shown = EXAMPLE_PROJECTS.filter(({ type }) => filter === 'all' || type === filter)
  return (
    <section aria-labelledby="examples" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="examples" className="text-lg font-semibold">
            Example projects
          </h2>
          <p className="text-sm text-muted">Apps to start from. They open in a new tab.</p>
        </div>
        <SegmentedControl
          aria-label="Kind of app"
          value={filter}
          onChange={setFilter}
          options={FILTERS}
        />
      </div>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((example) => (
          <li key={example.title}>
            <a
              href={example.url}
              target="_blank"
              rel="noopener noreferrer"
              className="group flex h-full flex-col gap-1 rounded-lg border border-line bg-surface p-4 transition-colors duration-100 hover:border-line-strong hover:bg-hover"
            >
              <span className="flex items-center justify-between gap-2">
                <span className="truncate text-base font-medium">{example.title}</span>
                <ArrowUpRight
                  aria-label="opens in a new tab"
                  className="size-4 shrink-0 text-subtle transition-colors group-hover:text-fg"
                />
              </span>
              <span className="flex-1 text-sm text-pretty text-muted">{example.description}</span>
              <span className="mt-2 flex gap-1.5">
                <Badge>{example.framework}</Badge>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

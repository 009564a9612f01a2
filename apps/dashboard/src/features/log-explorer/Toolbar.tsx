import { Button, DropdownMenu } from '@plinth/ui'
import { BookOpen, History, LayoutTemplate, Link2, Play, Save } from 'lucide-react'
import type { ReactNode } from 'react'
import { recentQueries } from './recent.ts'
import { TEMPLATES } from './templates.ts'

type ToolbarProps = {
  projectRef: string
  isRunning: boolean
  isEmpty: boolean
  saveRefusal: string | undefined
  range: ReactNode
  onRun: () => void
  onPick: (sql: string) => void
  onSave: () => void
  onShare: () => void
  onReference: () => void
}

const EMPTY = 'Write a query first'
const oneLine = (sql: string) => sql.replaceAll(/\s+/g, ' ').slice(0, 80)

export function Toolbar(props: ToolbarProps) {
  const { projectRef, isRunning, isEmpty, saveRefusal, range, onPick } = props
  const recent = recentQueries(projectRef)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <DropdownMenu
        align="start"
        trigger={<Button icon={<LayoutTemplate aria-hidden />}>Templates</Button>}
        items={TEMPLATES.map(({ name, about, sql }) => ({
          label: name,
          description: about,
          onSelect: () => onPick(sql),
        }))}
      />
      <DropdownMenu
        align="start"
        trigger={
          <Button
            icon={<History aria-hidden />}
            disabledReason={recent.length > 0 ? undefined : 'What you run here comes back here'}
          >
            Recent
          </Button>
        }
        items={recent.map((sql) => ({ label: oneLine(sql), onSelect: () => onPick(sql) }))}
      />
      <Button icon={<BookOpen aria-hidden />} onClick={props.onReference}>
        Field reference
      </Button>
      <div className="flex min-w-0 flex-wrap gap-2 sm:ml-auto">
        {range}
        <Button
          icon={<Link2 aria-hidden />}
          disabledReason={isEmpty ? EMPTY : undefined}
          onClick={props.onShare}
        >
          Copy link
        </Button>
        <Button
          icon={<Save aria-hidden />}
          disabledReason={saveRefusal ?? (isEmpty ? EMPTY : undefined)}
          onClick={props.onSave}
        >
          Save query
        </Button>
        <Button
          variant="primary"
          icon={<Play aria-hidden />}
          loading={isRunning}
          disabledReason={isEmpty ? EMPTY : undefined}
          onClick={props.onRun}
        >
          Run
        </Button>
      </div>
    </div>
  )
}

import type { LogRow } from '@plinth/contract'
import { Badge, Button, cn } from '@plinth/ui'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { dayOnly, secondOnly } from '#app/lib/date.ts'
import { endOf, lineOf, markOf } from './row-text.ts'

const ROW_PX = 32
// rows drawn above and below what is seen, so that scrolling never shows a gap
const SPARE = 12

type LogListProps = {
  label: string
  rows: readonly LogRow[]
  openId: string | undefined
  onOpen: (row: LogRow) => void
  hasOlder: boolean
  isLoadingOlder: boolean
  onOlder: () => void
}

/** The rows that are seen and a few around them: a list of thousands costs as much as one of thirty. */
export function LogList(props: LogListProps) {
  const { label, rows, openId, onOpen, hasOlder, isLoadingOlder, onOlder } = props
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const [view, setView] = useState({ top: 0, height: 800 })
  const [activeId, setActiveId] = useState<string>()
  const active = Math.max(
    rows.findIndex((row) => row.id === activeId),
    0,
  )
  const from = Math.max(Math.floor(view.top / ROW_PX) - SPARE, 0)
  const to = Math.min(Math.ceil((view.top + view.height) / ROW_PX) + SPARE, rows.length)

  const measure = () => {
    if (box.current) setView({ top: box.current.scrollTop, height: box.current.clientHeight })
  }
  const before = useRef(rows)
  useLayoutEffect(() => {
    const added = addedAbove(before.current, rows)
    before.current = rows
    // what comes in above must not move what somebody reads
    if (box.current && box.current.scrollTop > 0) box.current.scrollTop += added * ROW_PX
  }, [rows])

  function move(to_: number) {
    const index = Math.min(Math.max(to_, 0), rows.length - 1)
    setActiveId(rows[index]?.id)
    const list = box.current
    if (!list) return
    const top = index * ROW_PX
    if (top < list.scrollTop) list.scrollTop = top
    const bottom = top + ROW_PX - list.clientHeight
    if (bottom > list.scrollTop) list.scrollTop = bottom
  }

  return (
    <div ref={box} onScroll={measure} className="min-h-0 flex-1 overflow-y-auto">
      <div
        role="listbox"
        tabIndex={0}
        aria-label={label}
        aria-activedescendant={
          rows[active] && active >= from && active < to ? `${id}-${rows[active].id}` : undefined
        }
        className="relative focus-visible:-outline-offset-2"
        style={{ height: rows.length * ROW_PX }}
        onFocus={measure}
        onKeyDown={(event) => {
          const page = Math.max(Math.floor(view.height / ROW_PX) - 1, 1)
          const steps: Record<string, number> = {
            ArrowDown: active + 1,
            ArrowUp: active - 1,
            PageDown: active + page,
            PageUp: active - page,
            Home: 0,
            End: rows.length - 1,
          }
          const next = steps[event.key]
          const row = rows[active]
          if (next === undefined && (event.key !== 'Enter' || !row)) return
          event.preventDefault()
          if (next !== undefined) move(next)
          else if (row) onOpen(row)
        }}
      >
        {rows.slice(from, to).map((row, index) => (
          <Row
            key={row.id}
            id={`${id}-${row.id}`}
            row={row}
            place={from + index}
            size={rows.length}
            isActive={row.id === rows[active]?.id}
            isOpen={row.id === openId}
            onOpen={() => {
              setActiveId(row.id)
              onOpen(row)
            }}
          />
        ))}
      </div>
      {hasOlder && (
        <div className="flex justify-center p-3">
          <Button loading={isLoadingOlder} onClick={onOlder}>
            Load older
          </Button>
        </div>
      )}
    </div>
  )
}

/** How many rows came in above the one that was the first. */
const addedAbove = (before: readonly LogRow[], rows: readonly LogRow[]) =>
  Math.max(
    rows.findIndex(({ id }) => id === before[0]?.id),
    0,
  )

type RowProps = {
  id: string
  row: LogRow
  place: number
  size: number
  isActive: boolean
  isOpen: boolean
  onOpen: () => void
}

function Row({ id, row, place, size, isActive, isOpen, onOpen }: RowProps) {
  const { label, tone } = markOf(row)
  const end = endOf(row)
  return (
    // the list around it listens to the keys
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isOpen}
      aria-posinset={place + 1}
      aria-setsize={size}
      onClick={onOpen}
      className={cn(
        'absolute inset-x-0 flex cursor-pointer items-center gap-3 border-b border-line px-4 font-mono text-xs hover:bg-hover',
        isOpen && 'bg-active',
        isActive && '[[role=listbox]:focus-visible_&]:bg-hover',
      )}
      style={{ height: ROW_PX, top: place * ROW_PX }}
    >
      <time dateTime={row.timestamp} className="shrink-0 text-muted">
        <span className="hidden sm:inline">{dayOnly(row.timestamp)}, </span>
        {secondOnly(row.timestamp)}
      </time>
      <span className="flex w-18 shrink-0">
        <Badge tone={tone} className="font-sans">
          {label}
        </Badge>
      </span>
      <span className="min-w-0 flex-1 truncate">{lineOf(row)}</span>
      {end && <span className="hidden max-w-40 shrink-0 truncate text-muted sm:inline">{end}</span>}
    </div>
  )
}

import { type PlanId, monthlyPrice } from '@plinth/contract'
import { cn } from '@plinth/ui'
import { usd } from '#app/lib/format-price.ts'
import { PRICE_ROWS } from './changes.ts'
import { type Draft, type Saved, shapeOf } from './draft.ts'

/** What a month costs now and with the change, part by part. */
export function PriceTable({ saved, draft, plan }: { saved: Saved; draft: Draft; plan: PlanId }) {
  const now = monthlyPrice(saved.disk, { compute: saved.compute, plan })
  const then = monthlyPrice(shapeOf(draft), { compute: draft.compute, plan })
  const cell = 'py-1.5 pl-4 text-right'
  return (
    <table className="w-full text-sm" aria-label="Price of a month">
      <thead className="text-xs text-muted">
        <tr>
          <th scope="col" className="py-1.5 text-left font-medium">
            A month of
          </th>
          <th scope="col" className={cn(cell, 'font-medium')}>
            Now
          </th>
          <th scope="col" className={cn(cell, 'font-medium')}>
            Then
          </th>
        </tr>
      </thead>
      <tbody>
        {PRICE_ROWS.map(([part, label]) => (
          <tr key={part}>
            <th scope="row" className="py-1.5 text-left font-normal">
              {label}
            </th>
            <td className={cn(cell, 'text-muted')}>{usd(now[part])}</td>
            <Then now={now[part]} then={then[part]} />
          </tr>
        ))}
        <tr className="font-medium">
          <th scope="row" className="border-t border-line py-1.5 text-left font-medium">
            Together
          </th>
          <td className={cn(cell, 'border-t border-line text-muted')}>{usd(now.total_usd)}</td>
          <Then now={now.total_usd} then={then.total_usd} className="border-t border-line" />
        </tr>
      </tbody>
    </table>
  )
}

const Then = ({ now, then, className }: { now: number; then: number; className?: string }) => (
  <td className={cn('py-1.5 pl-4 text-right', now !== then && 'text-accent-text', className)}>
    {Number.isNaN(then) ? 'unknown' : usd(then)}
  </td>
)

import type { PlanId, Project } from '@plinth/contract'
import { ConfirmDialog } from '@plinth/ui'
import { ArrowRight } from 'lucide-react'
import { changesOf, consequencesOf } from './changes.ts'
import type { Draft, Problems, Saved } from './draft.ts'
import { PriceTable } from './PriceTable.tsx'
import { useApply } from './use-apply.ts'

type ReviewDialogProps = {
  project: Project
  saved: Saved
  draft: Draft
  plan: PlanId
  onClose: () => void
  /** What the platform finds wrong with the disk. */
  onRefused: (problems: Problems) => void
  onDone: () => void
}

/** The whole of a change before it happens: what, for how much, and what it interrupts. */
export default function ReviewDialog(props: ReviewDialogProps) {
  const { project, saved, draft, plan, onClose } = props
  const { apply, isPending } = useApply(props)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Review the changes"
      confirmLabel="Apply changes"
      loading={isPending}
      onConfirm={apply}
    >
      <div className="flex flex-col gap-5">
        <dl className="divide-y divide-line text-sm">
          {changesOf(draft, saved).map(({ label, from, to }) => (
            <div key={label} className="flex items-center justify-between gap-4 py-1.5">
              <dt className="text-muted">{label}</dt>
              <dd className="flex flex-wrap items-center justify-end gap-1.5">
                <span className="text-muted">{from}</span>
                <ArrowRight aria-label="becomes" className="size-3.5 text-subtle" />
                <span className="font-medium">{to}</span>
              </dd>
            </div>
          ))}
        </dl>
        <PriceTable saved={saved} draft={draft} plan={plan} />
        <ul className="flex list-disc flex-col gap-1 pl-5 text-sm text-pretty text-muted">
          {consequencesOf(draft, saved, project.status).map((consequence) => (
            <li key={consequence}>{consequence}</li>
          ))}
        </ul>
      </div>
    </ConfirmDialog>
  )
}

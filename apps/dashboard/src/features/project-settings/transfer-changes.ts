import type { Organization } from '@plinth/contract'
import { BACKUP_RETENTION_DAYS } from '@plinth/contract'
import { count } from '#app/lib/count.ts'

type Party = Pick<Organization, 'name' | 'plan'>

/** What a transfer changes, told before it happens; what is not in the list stays as it is. */
export function transferChanges(from: Party, to: Party): readonly string[] {
  const days = [from, to].map(({ plan }) => BACKUP_RETENTION_DAYS[plan.id]) as [number, number] // of two
  return [
    `Members of ${to.name} get access by their roles there. Those who are in ${from.name} only lose it, and so do roles given for this project alone.`,
    ...(from.plan.id === to.plan.id
      ? []
      : [`The limits of the plan ${to.plan.name} apply, instead of ${from.plan.name}.`]),
    ...(days[0] === days[1]
      ? []
      : [`Backups are kept for ${count(days[1], 'day')}, instead of ${count(days[0], 'day')}.`]),
    ...(to.plan.id === 'free' && from.plan.id !== 'free'
      ? [
          'It counts as a free project of each owner, and once paused it can be restored for some time only.',
        ]
      : []),
  ]
}

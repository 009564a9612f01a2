import { Badge } from '@plinth/ui'
import { TriangleAlert } from 'lucide-react'
import { type ShownWarning, warningTexts } from './resource-warnings.ts'

/** What a project runs short of, in a word, for a list of projects. */
export function WarningBadge({ warning }: { warning: ShownWarning }) {
  const texts = warningTexts(warning)
  if (!texts) return null
  return (
    <Badge
      tone={warning.level === 'critical' ? 'danger' : 'warning'}
      icon={<TriangleAlert aria-hidden />}
      title={`${texts.title} ${texts.text}`}
    >
      {texts.card}
    </Badge>
  )
}

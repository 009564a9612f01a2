import { VisuallyHidden } from '@plinth/ui'
import { useEffect } from 'react'
import { useEntityName } from '#app/lib/entity-title.tsx'
import { pageTitle } from '#app/lib/page-title.ts'
import { usePlace, useRouteTitle } from './use-place.ts'

/** Writes the browser's title, and reads it out where a page changes without the browser noticing. */
export function DocumentTitle() {
  const { project, organization } = usePlace()
  const entity = useEntityName()
  const title = useRouteTitle()
  const text = pageTitle({
    ...title,
    entity,
    project: project?.name,
    organization: organization?.name,
  })
  useEffect(() => {
    document.title = text
  }, [text])
  return <VisuallyHidden aria-live="polite">{text}</VisuallyHidden>
}

import { Breadcrumbs } from '@plinth/ui'
import { Link } from '@tanstack/react-router'
import { usePlace, useRouteTitle } from './use-place.ts'

/** The way to a page that belongs to a product: project or organization, product, page. */
export function Crumbs() {
  const { project, organization } = usePlace()
  const title = useRouteTitle()
  if (!title?.product || !title.page) return null
  const start = project ? (
    <Link to="/project/$ref" params={{ ref: project.ref }}>
      {project.name}
    </Link>
  ) : organization ? (
    <Link to="/org/$slug" params={{ slug: organization.slug }}>
      {organization.name}
    </Link>
  ) : undefined
  return (
    <Breadcrumbs
      className="-mb-6"
      items={[
        ...(start ? [{ key: 'start', content: start }] : []),
        { key: 'product', content: title.product },
        { key: 'page', content: title.page },
      ]}
    />
  )
}

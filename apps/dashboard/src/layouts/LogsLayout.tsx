import { LOG_COLLECTIONS, LogCollection } from '@plinth/contract'
import { Outlet, useParams } from '@tanstack/react-router'
import { SavedQueries } from '#app/features/log-explorer/SavedQueries.tsx'
import { ProductLayout } from './ProductLayout.tsx'
import { ProductMenu } from './ProductMenu.tsx'
import { logsMenu } from './product-menus.ts'

const COLLECTIONS = LogCollection.options.map((name) => ({
  slug: name.replaceAll('_', '-'),
  label: LOG_COLLECTIONS[name].label,
}))

export function LogsLayout() {
  const { ref } = useParams({ from: '/_app/project/$ref/logs' })
  const menu = (
    <>
      <ProductMenu groups={logsMenu(ref, COLLECTIONS)} />
      <section aria-label="Saved queries" className="px-3 pb-4">
        <h3 className="px-2.5 pb-1.5 text-xs text-subtle">Saved queries</h3>
        <SavedQueries projectRef={ref} />
      </section>
    </>
  )
  return (
    <ProductLayout title="Logs" menu={menu}>
      <Outlet />
    </ProductLayout>
  )
}

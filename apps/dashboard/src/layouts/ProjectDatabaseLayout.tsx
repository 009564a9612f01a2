import { Outlet, useParams } from '@tanstack/react-router'
import { ProductLayout } from './ProductLayout.tsx'
import { ProductMenu } from './ProductMenu.tsx'
import { databaseMenu } from './product-menus.ts'

export function ProjectDatabaseLayout() {
  const { ref } = useParams({ from: '/_app/project/$ref/database' })
  return (
    <ProductLayout title="Database" menu={<ProductMenu groups={databaseMenu(ref)} />}>
      <Outlet />
    </ProductLayout>
  )
}

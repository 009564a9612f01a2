import { Outlet, useParams } from '@tanstack/react-router'
import { ProductLayout } from './ProductLayout.tsx'
import { ProductMenu } from './ProductMenu.tsx'
import { settingsMenu } from './product-menus.ts'

export function ProjectSettingsLayout() {
  const { ref } = useParams({ from: '/_app/project/$ref/settings' })
  return (
    <ProductLayout title="Settings" menu={<ProductMenu groups={settingsMenu(ref)} />}>
      <Outlet />
    </ProductLayout>
  )
}

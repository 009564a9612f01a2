import { Outlet, useMatchRoute, useParams } from '@tanstack/react-router'
import { ProductLayout } from './ProductLayout.tsx'
import { ProductMenu } from './ProductMenu.tsx'
import { functionsMenu } from './product-menus.ts'

export function FunctionsLayout() {
  const { ref } = useParams({ from: '/_app/project/$ref/functions' })
  const isAtSecrets = Boolean(useMatchRoute()({ to: '/project/$ref/functions/secrets' }))
  return (
    <ProductLayout
      title="Edge functions"
      menu={<ProductMenu groups={functionsMenu(ref, isAtSecrets)} />}
    >
      <Outlet />
    </ProductLayout>
  )
}

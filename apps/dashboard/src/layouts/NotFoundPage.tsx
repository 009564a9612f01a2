import { Button, StatusPage } from '@plinth/ui'
import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'

/** For an address without a page, and for a thing that is not there (or somebody else's, which looks the same). */
export const NotFoundPage = ({
  title = 'There is nothing at this address',
}: {
  title?: string | undefined
}) => (
  <StatusPage
    title={title}
    icon={<Compass aria-hidden />}
    actions={
      <Button asChild variant="primary">
        <Link to="/organizations">Go to your organizations</Link>
      </Button>
    }
  >
    <p>It may have been moved or deleted, or you may not have been given access to it.</p>
  </StatusPage>
)

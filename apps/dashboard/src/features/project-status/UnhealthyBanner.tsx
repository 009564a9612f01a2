import type { Project } from '@plinth/contract'
import { Banner, Button } from '@plinth/ui'
import { Link, useLocation } from '@tanstack/react-router'

/** Above every page of a project that is not well, but its home, which tells what is wrong. */
export function UnhealthyBanner({ project }: { project: Project }) {
  const { ref, name, status } = project
  const pathname = useLocation({ select: (location) => location.pathname })
  if (status !== 'ACTIVE_UNHEALTHY' || pathname.replace(/\/$/, '') === `/project/${ref}`)
    return null
  return (
    <Banner
      tone="critical"
      title={`${name} is unhealthy`}
      action={
        <Button asChild size="sm">
          <Link to="/project/$ref" params={{ ref }}>
            See what happened
          </Link>
        </Button>
      }
    >
      What needs its database may fail until it is well again.
    </Banner>
  )
}

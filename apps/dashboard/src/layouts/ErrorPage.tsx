import { Button, StatusPage } from '@plinth/ui'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { CircleAlert, Lock, RotateCw, Unplug } from 'lucide-react'
import { connection } from '#app/api/connection.ts'
import { hasCode, isNotFound, messageOf } from '#app/api/errors.ts'
import { isReachable } from '#app/api/is-reachable.ts'
import { reportError } from '#app/api/report-error.ts'
import { requestIdOf } from '#app/api/request-ids.ts'
import type { SupportSearch } from '#app/lib/support-search.ts'
import { SECOND } from '#app/lib/time.ts'
import { NotFoundPage } from './NotFoundPage.tsx'

/** What stands in for a page that could not be shown: which one depends on why (style: errors, client). */
export function ErrorPage({ error }: ErrorComponentProps) {
  // the sign-in page is on its way
  if (hasCode(error, 'UNAUTHORIZED')) return null
  if (isNotFound(error)) return <NotFoundPage title={messageOf(error)} />
  // a reference or slug that cannot be one is an address without a page
  if (hasCode(error, 'BAD_INPUT')) return <NotFoundPage />
  if (hasCode(error, 'FORBIDDEN')) return <NoPermissionPage />
  if (error instanceof TypeError && error.message.includes('fetch')) return <Unreachable />
  return <UnexpectedError error={error} />
}

// a file that is never there must not be asked for all the time
const AGAIN_MS = 3 * SECOND

/**
 * Tries again by itself once whoever follows the platform has found it. That one may not have noticed at
 * all: a platform that is back within a second is not lost for it, and this page would stand for ever.
 */
function Unreachable() {
  const again = useAgain()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    void isReachable().then((isThere) => {
      if (isGone) return
      if (isThere) timer = setTimeout(again, AGAIN_MS)
      else connection.note('lost')
    })
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [again])
  useEffect(
    () =>
      connection.subscribe(() => {
        if (!connection.isLost()) again()
      }),
    [again],
  )
  return (
    <StatusPage
      title="The platform cannot be reached"
      icon={<Unplug aria-hidden />}
      actions={<RetryButton />}
    >
      <p>It may be restarting, or the connection to it was lost.</p>
    </StatusPage>
  )
}

/** A bug, here or on the platform: the one case in which somebody has to hear of it. */
function UnexpectedError({ error }: { error: unknown }) {
  useEffect(() => reportError(error), [error])
  const requestId = requestIdOf(error)
  return (
    <StatusPage
      title="Something went wrong"
      icon={<CircleAlert aria-hidden className="text-danger-text" />}
      actions={
        <>
          <Button asChild>
            <Link to="/support/new" search={supportFor(error, requestId)}>
              Contact support
            </Link>
          </Button>
          <RetryButton />
        </>
      }
      footer={requestId && `Request ${requestId}`}
    >
      <p>We&apos;ve been notified and will review and fix this issue.</p>
    </StatusPage>
  )
}

const supportFor = (error: unknown, requestId: string | undefined): SupportSearch => ({
  category: 'problem',
  subject: 'Something went wrong',
  message: [
    `Page: ${location.pathname}`,
    `Error: ${messageOf(error)}`,
    ...(requestId ? [`Request: ${requestId}`] : []),
  ].join('\n'),
})

function useAgain() {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  return useCallback(() => {
    queries.reset()
    void router.invalidate()
  }, [queries, router])
}

const RetryButton = () => (
  <Button variant="primary" icon={<RotateCw aria-hidden />} onClick={useAgain()}>
    Try again
  </Button>
)

const NoPermissionPage = () => (
  <StatusPage
    title="You need additional permissions to see this"
    icon={<Lock aria-hidden />}
    actions={
      <Button asChild variant="primary">
        <Link to="/organizations">Go to your organizations</Link>
      </Button>
    }
  >
    <p>An owner or administrator of the organization can give you a role that includes it.</p>
  </StatusPage>
)

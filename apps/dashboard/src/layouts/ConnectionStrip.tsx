import { Banner } from '@plinth/ui'
import { useSyncExternalStore } from 'react'
import { connection } from '#app/api/connection.ts'

/** Says that what stands below may be out of date, for as long as the platform does not answer. */
export function ConnectionStrip() {
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost)
  return (
    isLost && (
      <Banner tone="warning" title="The platform cannot be reached">
        What is shown may be out of date. The connection is tried again by itself.
      </Banner>
    )
  )
}

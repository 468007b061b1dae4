import { useEffect, useState } from 'react'
import type { UpdateStatus } from '../../shared/app/update.ts'
import { subscribe, request } from '../bridge/kiln.ts'

/** Returns the update status from the main process. Null until the status is received. */
export function useUpdateStatus(): UpdateStatus | null {
  const [status, setStatus] = useState<UpdateStatus | null>(null)
  useEffect(() => {
    const stop = subscribe('updates.changed', setStatus)
    void request('updates.state').then((outcome) => {
      // A status from an `updates.changed` event is newer than this response, so the event's status stays.
      if (outcome.ok) setStatus((heard) => heard ?? outcome.value)
    })
    return stop
  }, [])
  return status
}

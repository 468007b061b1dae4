import { useEffect, useState } from 'react'
import type { UpdateStatus } from '../../shared/update.ts'
import { subscribe, request } from '../bridge/kiln.ts'

/** Returns the update status from the main process, null until it is received. */
export function useUpdates(): UpdateStatus | null {
  const [status, setStatus] = useState<UpdateStatus | null>(null)
  useEffect(() => {
    const stop = subscribe('updates.changed', setStatus)
    void request('updates.state').then((outcome) => {
      // A status from the event is newer than this response.
      if (outcome.ok) setStatus((heard) => heard ?? outcome.value)
    })
    return stop
  }, [])
  return status
}

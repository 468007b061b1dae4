import { useEffect, useState } from 'react'
import type { UpdateStatus } from '../../shared/update.ts'
import { listen, request } from '../bridge/kiln.ts'

/** How it stands with newer versions, as main tells it; null until it has. */
export function useUpdates(): UpdateStatus | null {
  const [status, setStatus] = useState<UpdateStatus | null>(null)
  useEffect(() => {
    const stop = listen('updates.changed', setStatus)
    void request('updates.state').then((outcome) => {
      // What was announced meanwhile is newer.
      if (outcome.ok) setStatus((heard) => heard ?? outcome.value)
    })
    return stop
  }, [])
  return status
}

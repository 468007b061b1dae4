import { useEffect, useState } from 'react'
import type { TaskResult } from '../../shared/task/task.ts'
import { request } from '../bridge/kiln.ts'

/**
 * Returns where a result's file is or was, or its name if Kiln doesn't know. Null until main has responded, and if `result` is null. The
 * page requests the location only while it is on screen, and otherwise has no paths.
 */
export function useResultLocation(result: Pick<TaskResult, 'id' | 'fileName'> | null): string | null {
  const [located, setLocated] = useState<{ readonly id: string; readonly location: string } | null>(null)
  const { id, fileName } = result ?? { id: null, fileName: '' }
  useEffect(() => {
    if (id === null) return undefined
    let isShown = true
    void request('result.location', { id }).then((outcome) => {
      if (isShown) setLocated({ id, location: outcome.ok ? outcome.value : fileName })
    })
    return () => {
      isShown = false
    }
  }, [id, fileName])
  return located !== null && located.id === id ? located.location : null
}

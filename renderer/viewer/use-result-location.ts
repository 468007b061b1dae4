import { useEffect, useState } from 'react'
import type { TaskResult } from '../../shared/task/task.ts'
import { request } from '../bridge/kiln.ts'

/**
 * Returns the current or last known path of a result's file. If main doesn't return a path, returns the file's name. Null until main has
 * responded, and if `result` is null. The page requests a path only while it shows the path. It doesn't have any other paths.
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

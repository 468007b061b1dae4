import { useEffect, useMemo, useState } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import { mediaReferencesIn } from '../../shared/form/fields.ts'
import type { Task } from '../../shared/task/task.ts'
import { request } from '../bridge/kiln.ts'
import type { ReopenedMedia, ResultSource } from './result-sources.ts'
import { resultSources } from './result-sources.ts'

const none: readonly ResultSource[] = []

/**
 * Returns the files that a task was made from, if they still exist. Empty while loading. `itemId` is the library item whose recipe names
 * the files. It is null if the task is in the queue.
 */
export function useResultSources(task: Task, capability: Capability | null, itemId: string | null): readonly ResultSource[] {
  const [known, setKnown] = useState<{ readonly taskId: string; readonly reopened: ReopenedMedia } | null>(null)
  const hasMedia = mediaReferencesIn(task.values).length > 0
  const { id } = task
  useEffect(() => {
    if (!hasMedia || known?.taskId === id) return
    let isCurrent = true
    void request('media.reopen', itemId === null ? { taskId: id } : { itemId }).then((outcome) => {
      const reopened: ReopenedMedia = outcome.ok ? outcome.value : []
      if (isCurrent) setKnown({ taskId: id, reopened })
    })
    return () => {
      isCurrent = false
    }
  }, [id, itemId, hasMedia, known])
  const reopened = known?.taskId === id ? known.reopened : null
  return useMemo(() => (reopened === null ? none : resultSources(task, capability, reopened)), [reopened, task, capability])
}

import { useEffect, useState } from 'react'
import type { Capability } from '../../shared/capability.ts'
import { referencesIn } from '../../shared/fields.ts'
import type { Task } from '../../shared/task.ts'
import { request } from '../bridge/kiln.ts'
import type { ReopenedMedia, Source } from './made-from.ts'
import { sourcesOf } from './made-from.ts'

const none: readonly Source[] = []

/** Files that a task was made from, if they still exist. Empty while loading. `itemId`: set if only the item's recipe names them. */
export function useSources(task: Task, capability: Capability | null, itemId: string | null): readonly Source[] {
  const [known, setKnown] = useState<{ readonly taskId: string; readonly sources: readonly Source[] } | null>(null)
  const hasMedia = referencesIn(task.values).length > 0
  const { id } = task
  useEffect(() => {
    if (!hasMedia || known?.taskId === id) return
    let isCurrent = true
    void request('media.reopen', itemId === null ? { taskId: id } : { itemId }).then((outcome) => {
      const reopened: ReopenedMedia = outcome.ok ? outcome.value : []
      if (isCurrent) setKnown({ taskId: id, sources: sourcesOf(task, capability, reopened) })
    })
    return () => {
      isCurrent = false
    }
  }, [id, itemId, hasMedia, known, task, capability])
  return known?.taskId === id ? known.sources : none
}

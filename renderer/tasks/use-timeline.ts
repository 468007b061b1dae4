import { useEffect, useState } from 'react'
import type { Task } from '../../shared/task/task.ts'
import type { TimelineEntry } from '../../shared/task/timeline.ts'
import { request } from '../bridge/kiln.ts'
import type { Loadable } from '../bridge/session.ts'
import { taskStore } from '../bridge/session.ts'

/**
 * Returns the timeline of a task. Reloads it when the task changes, except for transfer progress. The previous timeline of the same task
 * stays visible while the new one loads.
 */
export function useTimeline(taskId: string): Loadable<readonly TimelineEntry[]> {
  const [loaded, setLoaded] = useState<{ readonly taskId: string; readonly timeline: Loadable<readonly TimelineEntry[]> } | null>(null)
  useEffect(() => {
    let isCurrent = true
    let known = ''
    function ask(): void {
      const now = momentOf(taskStore.get(taskId))
      if (now === known) return
      known = now
      void request('task.timeline', { id: taskId }).then((outcome) => {
        if (!isCurrent || now !== known) return
        const timeline = outcome.ok
          ? { state: 'ready' as const, value: outcome.value }
          : { state: 'failed' as const, message: outcome.message }
        setLoaded({ taskId, timeline })
      })
    }
    ask()
    const stopListening = taskStore.subscribeTo(taskId, ask)
    return () => {
      isCurrent = false
      stopListening()
    }
  }, [taskId])
  return loaded?.taskId === taskId ? loaded.timeline : { state: 'loading' }
}

/**
 * Returns a string that changes when the timeline changes. Omits transfer progress, which changes ten times a second and isn't in the
 * timeline.
 */
function momentOf(task: Task | undefined): string {
  if (task === undefined) return 'unknown'
  const { phase, status, polls, attempt, nextAt, failure, credits, question } = task
  return [phase, status, polls, attempt, nextAt, failure?.at, credits.state, JSON.stringify(question)].join(' ')
}

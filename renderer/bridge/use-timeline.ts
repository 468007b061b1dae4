import { useEffect, useState } from 'react'
import type { TimelineEntry } from '../../shared/task.ts'
import { request } from './kiln.ts'
import type { Loadable } from './session.ts'
import { tasks } from './session.ts'

/** The story of a task, asked for again whenever the task moves on. What was there before stays in sight meanwhile. */
export function useTimeline(taskId: string): Loadable<readonly TimelineEntry[]> {
  const [timeline, setTimeline] = useState<Loadable<readonly TimelineEntry[]>>({ state: 'loading' })
  useEffect(() => {
    let isCurrent = true
    let known = ''
    function ask(): void {
      const task = tasks.get(taskId)
      // Bytes on their way change a task ten times a second and add nothing to its story.
      const now = `${task?.phase} ${task?.status} ${task?.polls} ${task?.attempt}`
      if (now === known) return
      known = now
      void request('task.timeline', { id: taskId }).then((outcome) => {
        if (!isCurrent) return
        setTimeline(outcome.ok ? { state: 'ready', value: outcome.value } : { state: 'failed', message: outcome.message })
      })
    }
    ask()
    const stopListening = tasks.subscribeTo(taskId, ask)
    return () => {
      isCurrent = false
      stopListening()
    }
  }, [taskId])
  return timeline
}

import { useEffect, useState } from 'react'
import type { Task, TimelineEntry } from '../../shared/task.ts'
import { request } from './kiln.ts'
import type { Loadable } from './session.ts'

/** The story of a task, asked for again whenever the task moves on. What was there before stays in sight meanwhile. */
export function useTimeline(task: Task): Loadable<readonly TimelineEntry[]> {
  const [timeline, setTimeline] = useState<Loadable<readonly TimelineEntry[]>>({ state: 'loading' })
  const { id, phase, polls, status } = task
  useEffect(() => {
    let isCurrent = true
    void request('task.timeline', { id }).then((outcome) => {
      if (isCurrent) setTimeline(outcome.ok ? { state: 'ready', value: outcome.value } : { state: 'failed', message: outcome.message })
    })
    return () => {
      isCurrent = false
    }
  }, [id, phase, polls, status])
  return timeline
}

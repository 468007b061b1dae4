import { useCallback } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import type { Medium } from '../../shared/form/json-schema.ts'
import type { Task } from '../../shared/task/task.ts'
import { taskStore } from '../bridge/session.ts'
import { useAccount } from '../bridge/use-session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import type { GroupedSection } from './batch-groups.ts'
import { entryTasks, groupedSections, ungroupedSections } from './batch-groups.ts'
import type { QueueRow, QueueSectionName } from './queue-sections.ts'
import { areSameRows, queueRows, queueSections } from './queue-sections.ts'
import { retriableTasks } from './retriable-tasks.ts'

/** The medium whose tasks the queue shows. */
export type QueueMediumFilter = 'all' | Medium

export type QueueRows = {
  readonly rows: readonly QueueRow[]
  /** Returns the tasks that a section lists now, including those of collapsed batches. */
  readonly tasksIn: (name: QueueSectionName) => readonly Task[]
  /** Returns the listed finished tasks that can be retried now. */
  readonly tasksToRetry: () => readonly Task[]
}

/** Returns the rows of the queue that match the search and the filter. */
export function useQueueRows(
  search: string,
  filter: QueueMediumFilter,
  capabilities: ReadonlyMap<string, Capability>,
  openBatches: ReadonlySet<string>,
  areHiddenShown: boolean
): QueueRows {
  const connectionId = useAccount()?.connection?.id ?? null
  const sectionsOf = useCallback(
    (all: readonly Task[]): readonly GroupedSection[] => {
      const sections = queueSections(all, { search, medium: filter === 'all' ? null : filter }, (id) => capabilities.get(id))
      // A search shows every matching task, even in a collapsed batch.
      return search.trim() === '' ? groupedSections(sections) : ungroupedSections(sections)
    },
    [search, filter, capabilities]
  )
  const summarize = useCallback(
    (all: readonly Task[]) => queueRows(sectionsOf(all), openBatches, areHiddenShown, retriableTasks(all, connectionId)),
    [sectionsOf, openBatches, areHiddenShown, connectionId]
  )
  const rows = useTaskSummary(summarize, areSameRows)
  const tasksIn = (name: QueueSectionName): readonly Task[] =>
    sectionsOf(taskStore.all())
      .filter((section) => section.name === name)
      .flatMap(({ entries }) => entries.flatMap(entryTasks))
  return { rows, tasksIn, tasksToRetry: () => tasksIn('finished').filter(retriableTasks(taskStore.all(), connectionId)) }
}

import { useCallback } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import type { Medium } from '../../shared/form/json-schema.ts'
import type { Task } from '../../shared/task/task.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { groupedSections, ungroupedSections } from './batch-groups.ts'
import type { QueueRow } from './queue-sections.ts'
import { areSameRows, queueRows, queueSections } from './queue-sections.ts'

/** The medium whose tasks the queue shows. */
export type QueueFilter = 'all' | Medium

/** Rows of the queue that match the search and the filter. */
export function useQueueRows(
  search: string,
  filter: QueueFilter,
  capabilities: ReadonlyMap<string, Capability>,
  openBatches: ReadonlySet<string>,
  areHiddenShown: boolean
): readonly QueueRow[] {
  const summarize = useCallback(
    (all: readonly Task[]) => {
      const sections = queueSections(all, { search, medium: filter === 'all' ? null : filter }, (id) => capabilities.get(id))
      // A search shows every matching task, even if its batch is collapsed.
      return queueRows(search.trim() === '' ? groupedSections(sections) : ungroupedSections(sections), openBatches, areHiddenShown)
    },
    [search, filter, capabilities, openBatches, areHiddenShown]
  )
  return useTaskSummary(summarize, areSameRows)
}

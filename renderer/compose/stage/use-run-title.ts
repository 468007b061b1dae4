import { batchTitleText } from '../../../shared/phrases/batch-phrases.ts'
import { useBatch } from '../../bridge/batches.ts'
import type { StageRun } from './stage-runs.ts'
import { isBatchRun } from './stage-runs.ts'

/** Returns the title of a run’s task, or of its batch. */
export function useRunTitle(run: StageRun): string {
  const batch = useBatch(run.key)
  return batch === undefined || !isBatchRun(run) ? run.tasks[0].title : batchTitleText(batch.title)
}

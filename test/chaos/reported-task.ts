import type { Studio } from '../../electron/studio.ts'
import { locatedResults } from '../integration/result-paths.ts'
import type { TaskCredits, Phase, TaskResult } from '../../shared/task/task.ts'

/**
 * A task in the child process's final report. `mark`: text in the task's values that identifies its job. Null if the task doesn't belong to
 * a job.
 */
export type ReportedTask = {
  readonly id: string
  readonly mark: string | null
  readonly capability: string
  readonly phase: Phase
  readonly taskId: string | null
  readonly idempotencyKey: string
  readonly credits: TaskCredits
  readonly results: readonly (TaskResult & { readonly path: string })[]
  readonly isUnconfirmed: boolean
  /** Why the task isn't done or complete, as text. Null if no reason is reported. */
  readonly reason: string | null
  readonly bundle: string
}

/** Returns all tasks of `studio` for the report, including hidden tasks. */
export async function reportedTasks(studio: Studio): Promise<readonly ReportedTask[]> {
  const tasks = studio.tasks({ includeHidden: true }).map(async (task) => {
    const { id, capability, phase, taskId, idempotencyKey, credits, results, isUnconfirmed } = task
    return {
      id,
      mark: taskMark(task),
      capability,
      phase,
      taskId,
      idempotencyKey,
      credits,
      results: await locatedResults(studio, results),
      isUnconfirmed,
      reason: task.failure?.code ?? null,
      bundle: studio.supportBundle(id)
    }
  })
  return Promise.all(tasks)
}

export function taskMark({ values }: { readonly values: unknown }): string | null {
  return parseMark(JSON.stringify(values))
}

/** Returns the first mark in `text`, which may be a submission's body. Null if `text` doesn't contain a mark. */
export function parseMark(text: string): string | null {
  return /_\d+\.\d+-b?[\d-]+_/.exec(text)?.[0] ?? null
}

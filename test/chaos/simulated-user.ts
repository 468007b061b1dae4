import { rm } from 'node:fs/promises'
import type { FaceSelectionData } from '../../shared/task/faces.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import type { Phase, Task } from '../../shared/task/task.ts'
import type { Studio } from '../../electron/studio.ts'
import { pickFrom } from '../crash/seeded-random-stream.ts'
import type { BatchJob } from '../crash/create-crash-jobs.ts'

const settled: ReadonlySet<Phase> = new Set(['done', 'failed', 'refused', 'cancelled', 'support'])

/** True if a task has ended or has been handed to support. */
export function isSettled({ phase }: Pick<Task, 'phase'>): boolean {
  return settled.has(phase)
}

/** Selects faces for one random task that needs them. Ignores user-facing errors, because a later call tries again. */
export async function selectFacesForRandomTask(studio: Studio, random: () => number): Promise<void> {
  const [task] = studio.tasks({ phases: ['needs_input'], includeHidden: true, limit: 20 }).toSorted(() => random() - 0.5)
  if (task === undefined) return
  await ignoreUserFacingErrors(async () => {
    const shown = await studio.faces(task.id)
    // The list is empty if the task has already resumed, or if the service didn't return any faces.
    if (shown.faces.length === 0) return
    await studio.selectFaces(task.id, { kind: 'faces', picks: picksOf(shown, random) })
  })
}

/** Accepts every price that has risen since its task was created. */
export async function acceptPrices(studio: Studio): Promise<void> {
  for (const { id, question } of studio.tasks({ phases: ['held'], includeHidden: true })) {
    if (question?.kind === 'price') await ignoreUserFacingErrors(() => studio.agree(id, 'price'))
  }
}

function picksOf({ faces, references, mode }: FaceSelectionData, random: () => number): { faceId: string; reference: number }[] {
  const isMany = mode.kind === 'faces' && mode.many
  const chosen = isMany ? faces.slice(0, references.length) : [pickFrom(random, faces)]
  return chosen.map(({ id }, place) => ({ faceId: id, reference: isMany ? place : 0 }))
}

export async function planAndStartBatch(studio: Studio, { capability, values, prompts }: BatchJob): Promise<void> {
  const source = { way: 'grid' as const, axes: [{ field: 'prompt', values: [...prompts] }] }
  const plan = await studio.planBatch({ capability, values, source, onProgress: () => undefined, signal: new AbortController().signal })
  await studio.startBatch(plan.id, { skipInvalid: false })
}

/** Performs one random user action. */
export async function doRandomAction(studio: Studio, random: () => number): Promise<void> {
  const tasks = studio.tasks({ includeHidden: true })
  if (tasks.length === 0) return
  const task = pickFrom(random, tasks)
  const [batch] = studio.batches()
  await ignoreUserFacingErrors(async () => {
    switch (
      pickFrom(random, ['look', 'look', 'cancel', 'hide', 'reconcile', 'wake', 'resume', 'agree', 'stop', 'go-on', 'lose-file'] as const)
    ) {
      case 'look':
        return studio.checkNow(task.id)
      case 'cancel':
        // Cancels rarely, so that enough tasks remain.
        return random() < 0.2 ? studio.cancel(task.id) : undefined
      case 'hide':
        return studio.hide([task.id])
      case 'reconcile':
        return void (await studio.reconcile())
      case 'wake':
        return studio.wake()
      case 'resume':
        return studio.resume()
      case 'agree':
        return acceptPrices(studio)
      case 'stop':
        return batch === undefined ? undefined : studio.stopBatch(batch.id)
      case 'go-on':
        return batch === undefined ? undefined : studio.resumeBatch(batch.id)
      case 'lose-file': {
        const [result] = task.results
        if (task.phase !== 'done' || result === undefined || random() < 0.5) return undefined
        const file = await studio.library.fileOf(result.id)
        if (file !== null) await rm(file.path, { force: true })
        return studio.fetchAgain(task.id)
      }
    }
  })
}

/** Downloads every result that is missing on disk. */
export async function downloadMissingResults(studio: Studio): Promise<void> {
  const report = await studio.reconcile()
  for (const { id } of report?.missingFiles ?? []) await ignoreUserFacingErrors(() => studio.fetchAgain(id))
}

/** Runs `act`. Ignores user-facing errors and full disks (SQLite error code 13), because neither is a defect. Rethrows other errors. */
export async function ignoreUserFacingErrors(act: () => unknown): Promise<void> {
  try {
    await act()
  } catch (error) {
    const isFullDisk = error instanceof Error && 'errcode' in error && error.errcode === 13
    if (!(error instanceof UserFacingError) && !isFullDisk) throw error
  }
}

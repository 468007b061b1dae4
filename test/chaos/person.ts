import { rm } from 'node:fs/promises'
import type { FacesToChoose } from '../../shared/faces.ts'
import { PlainProblem } from '../../shared/problem.ts'
import type { Phase, Task } from '../../shared/task.ts'
import type { Studio } from '../../electron/studio.ts'
import { pickFrom } from '../crash/random-from.ts'
import type { BatchJob } from '../crash/workload.ts'

const settled: ReadonlySet<Phase> = new Set(['done', 'failed', 'refused', 'cancelled', 'support'])

/** Whether a task has come to an end, or stands where only support can tell. */
export function isSettled({ phase }: Pick<Task, 'phase'>): boolean {
  return settled.has(phase)
}

/** Answers every question about faces that is open. What can't be answered now is asked again next time. */
export async function answerFaces(studio: Studio, random: () => number): Promise<void> {
  const [task] = studio.tasks({ phases: ['needs_input'], includeHidden: true, limit: 20 }).toSorted(() => random() - 0.5)
  if (task === undefined) return
  await unlessRefused(async () => {
    const shown = await studio.faces(task.id)
    // The task went on, or the service showed nothing this time: there is nothing to choose from.
    if (shown.faces.length === 0) return
    await studio.selectFaces(task.id, { kind: 'faces', picks: picksOf(shown, random) })
  })
}

/** Says yes to every price that has risen since its task was asked for. */
export async function agreeToPrices(studio: Studio): Promise<void> {
  for (const { id, question } of studio.tasks({ phases: ['held'], includeHidden: true })) {
    if (question?.kind === 'price') await unlessRefused(() => studio.agreeToPrice(id))
  }
}

function picksOf({ faces, references, way }: FacesToChoose, random: () => number): { faceId: string; reference: number }[] {
  const isMany = way.kind === 'faces' && way.many
  const chosen = isMany ? faces.slice(0, references.length) : [pickFrom(random, faces)]
  return chosen.map(({ id }, place) => ({ faceId: id, reference: isMany ? place : 0 }))
}

/** Counts a batch and starts it. */
export async function askForBatch(studio: Studio, { capability, values, prompts }: BatchJob): Promise<void> {
  const source = { way: 'grid' as const, axes: [{ field: 'prompt', values: [...prompts] }] }
  const plan = await studio.planBatch({ capability, values, source, onProgress: () => undefined, signal: new AbortController().signal })
  await studio.startBatch(plan.id, { leaveOutBad: false })
}

/** One of the things that a restless person does. */
export async function fidget(studio: Studio, random: () => number): Promise<void> {
  const tasks = studio.tasks({ includeHidden: true })
  if (tasks.length === 0) return
  const task = pickFrom(random, tasks)
  const [batch] = studio.batches()
  await unlessRefused(async () => {
    switch (
      pickFrom(random, ['look', 'look', 'cancel', 'hide', 'reconcile', 'wake', 'resume', 'agree', 'stop', 'go-on', 'lose-file'] as const)
    ) {
      case 'look':
        return studio.lookAgain(task.id)
      case 'cancel':
        // Rarely, so that something is left to do.
        return random() < 0.2 ? studio.cancel(task.id) : undefined
      case 'hide':
        return studio.hide(task.id)
      case 'reconcile':
        return void (await studio.reconcile())
      case 'wake':
        return studio.wake()
      case 'resume':
        return studio.resume()
      case 'agree':
        return agreeToPrices(studio)
      case 'stop':
        return batch === undefined ? undefined : studio.stopBatch(batch.id)
      case 'go-on':
        return batch === undefined ? undefined : studio.resumeBatch(batch.id)
      case 'lose-file': {
        const [result] = task.results
        if (task.phase !== 'done' || result === undefined || random() < 0.5) return undefined
        await rm(result.path, { force: true })
        return studio.fetchAgain(task.id)
      }
    }
  })
}

/** Fetches every paid result that is not on the disk any more. */
export async function fetchWhatIsLost(studio: Studio): Promise<void> {
  const report = await studio.reconcile()
  for (const { id } of report?.lost ?? []) await unlessRefused(() => studio.fetchAgain(id))
}

/** A plain word that says no is no defect; neither is a journal that could not be written just then. Everything else is. */
export async function unlessRefused(act: () => unknown): Promise<void> {
  try {
    await act()
  } catch (error) {
    const isFullDisk = error instanceof Error && 'errcode' in error && error.errcode === 13
    if (!(error instanceof PlainProblem) && !isFullDisk) throw error
  }
}

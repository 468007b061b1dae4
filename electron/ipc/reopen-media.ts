import type { RequestOutputs } from '../../shared/ipc.ts'
import { referencesIn } from '../../shared/fields.ts'
import { PlainProblem } from '../../shared/problem.ts'
import { isFileReference, isItemReference } from '../../shared/values.ts'
import type { MediaReference } from '../../shared/values.ts'
import type { Studio } from '../studio.ts'
import type { Drafts } from './drafts.ts'

/**
 * The files behind an earlier task, as drafts of today. One that can't be read any more is left out: its place in the form stays empty, and
 * the person chooses again.
 */
export async function reopenMedia(
  { studio, drafts }: { readonly studio: Pick<Studio, 'task' | 'inspect' | 'result'>; readonly drafts: Drafts },
  taskId: string
): Promise<RequestOutputs['media.reopen']> {
  const task = studio.task(taskId)
  if (task === null) throw new PlainProblem('Kiln does not know this task.')
  const reopened = await Promise.all(
    referencesIn(task.values).map(async ({ field, index, reference }) => {
      const path = pathOf(reference)
      const facts = path === null ? null : await studio.inspect(path).catch(() => null)
      return path === null || facts === null ? [] : [{ field, index: index ?? 0, media: drafts.add(path, facts) }]
    })
  )
  return reopened.flat()

  function pathOf(reference: MediaReference): string | null {
    if (isFileReference(reference)) return reference.file
    return isItemReference(reference) ? (studio.result(reference.item)?.path ?? null) : null
  }
}

import type { RequestInput, RequestOutputs } from '../../shared/ipc.ts'
import { referencesIn } from '../../shared/fields.ts'
import { PlainProblem } from '../../shared/problem.ts'
import { isFileReference, isItemReference } from '../../shared/values.ts'
import type { MediaReference, Values } from '../../shared/values.ts'
import { say } from '../../shared/words/say.ts'
import type { Studio } from '../studio.ts'
import type { Drafts } from './drafts.ts'

/**
 * The files behind an earlier task, as drafts of today. One that can't be read any more is left out: its place in the form stays empty, and
 * the person chooses again. A recipe names only results of the library; files of its maker are nowhere here.
 */
export async function reopenMedia(
  { studio, drafts }: { readonly studio: Pick<Studio, 'task' | 'inspect' | 'fileOf' | 'library'>; readonly drafts: Drafts },
  wish: RequestInput<'media.reopen'>
): Promise<RequestOutputs['media.reopen']> {
  const isOfTask = 'taskId' in wish
  const reopened = await Promise.all(
    referencesIn(await valuesOf()).map(async ({ field, index, reference }) => {
      const path = await pathOf(reference)
      const facts = path === null ? null : await studio.inspect(path).catch(() => null)
      return path === null || facts === null ? [] : [{ field, index: index ?? 0, media: drafts.add(path, facts) }]
    })
  )
  return reopened.flat()

  async function valuesOf(): Promise<Values> {
    if (!isOfTask) return (await studio.library.details(wish.itemId))?.recipe?.values ?? {}
    const task = studio.task(wish.taskId)
    if (task === null) throw new PlainProblem(say('Kiln does not know this task.'))
    return task.values
  }

  async function pathOf(reference: MediaReference): Promise<string | null> {
    if (isFileReference(reference)) return isOfTask ? reference.file : null
    return isItemReference(reference) ? ((await studio.fileOf(reference.item))?.path ?? null) : null
  }
}

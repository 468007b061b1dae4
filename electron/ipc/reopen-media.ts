import type { RequestInput, RequestOutput } from '../../shared/ipc/ipc.ts'
import { mediaReferencesIn } from '../../shared/form/fields.ts'
import { isFileReference, isItemReference } from '../../shared/form/values.ts'
import type { MediaReference, Values } from '../../shared/form/values.ts'
import type { Studio } from '../studio.ts'
import type { FileTokens } from './file-tokens.ts'

/**
 * Reopens the files of an earlier task and gives them new tokens. Unreadable files are skipped, so the user must choose them again. For a
 * recipe, only library results are reopened, because the recipe may come from another computer.
 */
export async function reopenMedia(
  { studio, fileTokens }: { readonly studio: Pick<Studio, 'valuesOf' | 'inspect' | 'library'>; readonly fileTokens: FileTokens },
  request: RequestInput<'media.reopen'>
): Promise<RequestOutput<'media.reopen'>> {
  const isOfTask = 'taskId' in request
  const reopened = await Promise.all(
    mediaReferencesIn(await valuesOf()).map(async ({ field, index, reference }) => {
      const path = await pathOf(reference)
      const facts = path === null ? null : await studio.inspect(path).catch(() => null)
      return path === null || facts === null ? [] : [{ field, index: index ?? 0, media: fileTokens.add(path, facts) }]
    })
  )
  return reopened.flat()

  async function valuesOf(): Promise<Values> {
    return isOfTask ? studio.valuesOf(request.taskId) : ((await studio.library.details(request.itemId))?.recipe?.values ?? {})
  }

  async function pathOf(reference: MediaReference): Promise<string | null> {
    if (isFileReference(reference)) return isOfTask ? reference.file : null
    return isItemReference(reference) ? ((await studio.library.fileOf(reference.item))?.path ?? null) : null
  }
}

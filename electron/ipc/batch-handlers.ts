import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { BatchSource, FolderPreview, TablePreview } from '../../shared/form/batch/batch-source.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { isFileReference, isItemReference, type MediaReference, type Values } from '../../shared/form/values.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import { say } from '../../shared/i18n/say.ts'
import type { batchPathRequests, batchRequests } from '../../shared/ipc/batch.ts'
import type { RequestHandlers } from '../../shared/ipc/ipc.ts'
import { createPathTokens } from './path-tokens.ts'
import type { HandlerDependencies } from './handler-dependencies.ts'
import { refreshChangedFiles } from './reject-changed-files.ts'

const mostFormsKept = 8

/** Handlers for batch requests. The page sends and receives tokens instead of paths. Planning a batch aborts any plan in progress. */
export function batchHandlers(parts: Pick<HandlerDependencies, 'announce' | 'dialogs' | 'fileTokens' | 'shell' | 'studio'>) {
  const { announce, dialogs, fileTokens, shell, studio } = parts
  const places = createPathTokens()
  /** Form values of recent plans, by plan ID. When a plan is sent, its values are saved as the form's last sent values. */
  const formOf = new Map<string, { readonly capability: string; readonly values: Values }>()
  /** URLs of images in previewed rows, by path, time and size. */
  const pictureUrls = new Map<string, string>()
  let counting = new AbortController()

  async function foundTable(path: string, capability: string, hasHeader: boolean | null = null): Promise<TablePreview> {
    return { ...(await studio.inspectTable({ capability, path, hasHeader })), table: places.add(path) }
  }

  async function foundFolder(path: string, capability: string, field: string): Promise<FolderPreview> {
    return { ...(await studio.inspectFolder({ capability, path, field })), folder: places.add(path) }
  }

  /** Returns the URL of each image. For a library item, this is its thumbnail. Null for other media, and for a file that can't be read. */
  function picturesOf(cells: readonly (readonly (MediaReference | null)[])[]): Promise<(string | null)[][]> {
    return Promise.all(cells.map((row) => Promise.all(row.map(pictureOf))))
  }

  async function pictureOf(reference: MediaReference | null): Promise<string | null> {
    if (reference === null) return null
    if (isItemReference(reference)) return mediaPaths.thumbnail(reference.item)
    if (!isFileReference(reference)) return null
    const facts = await studio.inspect(reference.file).catch(() => null)
    if (facts?.medium !== 'image') return null
    // Each change in the dialog plans the batch again. An unchanged file keeps its token.
    const key = `${reference.file} ${facts.modifiedAt} ${facts.bytes}`
    const known = pictureUrls.get(key) ?? fileTokens.add(reference.file, facts).previewUrl
    pictureUrls.set(key, known)
    return known
  }

  function withPaths(source: BatchSource): BatchSource {
    switch (source.way) {
      case 'seeds':
        return source
      case 'folder':
        return { ...source, folder: places.pathOf(source.folder) }
      case 'table':
        return { ...source, table: places.pathOf(source.table) }
      case 'grid':
        return {
          ...source,
          axes: source.axes.map(({ field, values }) => ({
            field,
            values: values.map((value) => fileTokens.resolve({ value })['value'] ?? null)
          }))
        }
    }
  }

  return {
    'batch.chooseTable': async ({ capability }) => {
      const path = await dialogs.chooseTable()
      return path === null ? null : foundTable(path, capability)
    },
    'batch.chooseFolder': async ({ capability, field }) => {
      const path = await dialogs.chooseFolderOfMedia()
      return path === null ? null : foundFolder(path, capability, field)
    },
    'batch.inspectTable': ({ capability, table, hasHeader }) => foundTable(places.pathOf(table), capability, hasHeader),
    'batch.inspectFolder': ({ capability, field, folder }) => foundFolder(places.pathOf(folder), capability, field),
    'batch.takeDropped': async ({ path, capability, field }) => {
      const dropped = await stat(path).catch(() => null)
      if (dropped?.isDirectory() !== true) return { kind: 'table', table: await foundTable(path, capability) }
      if (field === null)
        throw new UserFacingError(say('This form doesn’t accept files.'), { advice: say('Drop a table instead, such as a CSV file.') })
      return { kind: 'folder', folder: await foundFolder(path, capability, field) }
    },
    'batch.plan': async ({ ticket, capability, values, source }) => {
      counting.abort(new UserFacingError(say('A newer check of this batch replaced this one.')))
      counting = new AbortController()
      const { signal } = counting
      await refreshChangedFiles(values, { fileTokens, inspect: studio.inspect, announce })
      const form = { capability, values: fileTokens.resolve(values) }
      const plan = await studio.planBatch({
        ...form,
        source: withPaths(source),
        onProgress: (done, total) => announce('batch.counting', { ticket, done, total }),
        signal
      })
      formOf.set(plan.id, form)
      for (const id of formOf.keys()) if (formOf.size > mostFormsKept) formOf.delete(id)
      return { ...plan, pictures: await picturesOf(studio.mediaOfPlan(plan.id)) }
    },
    'batch.giveUpCounting': () => counting.abort(new UserFacingError(say('Counting was cancelled.'))),
    'batch.saveBadRows': async ({ plan, name }) => {
      const text = studio.badRows(plan)
      const chosen = await dialogs.chooseSavePath(basename(name))
      if (chosen !== null) await shell.saveText(text, chosen)
      return chosen !== null
    },
    'batch.start': async ({ plan, skipInvalid, from, isAction, consent = [] }) => {
      const batch = await studio.startBatch(plan, { skipInvalid, from, isAction, consent })
      const form = formOf.get(plan)
      if (form !== undefined) studio.rememberSent(form)
      return batch
    },
    'batch.list': () => studio.batches(),
    'batch.stop': ({ id }) => studio.stopBatch(id),
    'batch.resume': ({ id }) => studio.resumeBatch(id),
    'batch.cancelRest': ({ id }) => ({ ids: studio.cancelRestOfBatch(id) }),
    'batch.agree': ({ id, question }) => studio.agreeInBatch(id, question)
  } satisfies RequestHandlers<typeof batchRequests & typeof batchPathRequests>
}

import { say } from '../../shared/i18n/say.ts'
import type { RequestHandlers } from '../../shared/ipc/ipc.ts'
import { itemsPerPage } from '../../shared/ipc/items-per-page.ts'
import type { taskRequests } from '../../shared/ipc/task.ts'
import type { HandlerDependencies } from './handler-dependencies.ts'
import { rejectChangedFiles } from './reject-changed-files.ts'

/** Handlers for requests about tasks and their faces. */
export function taskHandlers(parts: Pick<HandlerDependencies, 'announce' | 'dialogs' | 'fileTokens' | 'shell' | 'studio'>) {
  const { announce, dialogs, fileTokens, shell, studio } = parts
  return {
    'task.submit': async ({ capability, values, from, consent = [] }) => {
      await rejectChangedFiles(values, { fileTokens, inspect: studio.inspect, announce })
      const submission = { capability, values: fileTokens.resolve(values), from, consent }
      const task = await studio.submit(submission)
      studio.rememberSent(submission)
      return task
    },
    'task.list': (page) => studio.tasks({ ...page, includeHidden: true, limit: itemsPerPage }),
    'task.timeline': ({ id }) => studio.timeline(id),
    'task.cancel': ({ id }) => studio.cancel(id),
    'task.undoCancel': ({ ids }) => studio.undoCancel(ids),
    'task.agree': ({ id, question }) => studio.agree(id, question),
    'task.checkAgain': ({ id }) => studio.checkNow(id),
    'task.hide': ({ ids }) => studio.hide(ids),
    'task.unhide': ({ ids }) => studio.unhide(ids),
    'task.uploadedByHand': ({ id }) => studio.uploadedManually(id),
    'task.copySupportBundle': ({ id }) => shell.copyText(studio.supportBundle(id)),
    'task.saveSupportBundle': async ({ id }) => {
      const bundle = studio.supportBundle(id)
      const chosen = await dialogs.chooseSavePath(say('Kiln support bundle {id}.txt', { id: id.slice(0, 8) }))
      if (chosen !== null) await shell.saveText(bundle, chosen)
      return chosen !== null
    },
    'faces.read': ({ id }) => studio.faces(id),
    'faces.choose': ({ id, choice }) => studio.selectFaces(id, choice)
  } satisfies RequestHandlers<typeof taskRequests>
}

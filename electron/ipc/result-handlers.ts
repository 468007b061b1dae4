import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import type { RequestHandlers } from '../../shared/ipc/ipc.ts'
import type { resultRequests } from '../../shared/ipc/result.ts'
import { findResultFile } from './find-result-file.ts'
import type { HandlerDependencies } from './handler-dependencies.ts'

/** Handlers for requests about a result's file. */
export function resultHandlers({ dialogs, shell, studio }: Pick<HandlerDependencies, 'dialogs' | 'shell' | 'studio'>) {
  return {
    'result.saveAs': async ({ id }) => {
      const { path } = await findResultFile(studio, id)
      const chosen = await dialogs.chooseSavePath(path)
      if (chosen !== null) await shell.saveCopy(path, chosen)
      return chosen !== null
    },
    'result.location': async ({ id }) => (await findResultFile(studio, id)).path,
    'result.showInFolder': async ({ id }) => shell.showItemInFolder((await findResultFile(studio, id)).path),
    'result.copy': async ({ id }) => {
      const { path, medium } = await findResultFile(studio, id)
      if (medium !== 'image') throw new UserFacingError(say('Only images can be copied.'), { advice: say('Save the file instead.') })
      await shell.copyImage(path)
    },
    'result.dragOut': async ({ ids, picture }) => {
      const files = await Promise.all(ids.map(studio.library.fileOf))
      const paths = files.flatMap((file) => file?.path ?? [])
      if (paths.length === 0) throw new UserFacingError(say('These files are no longer available.'))
      shell.startDrag(paths, picture)
    }
  } satisfies RequestHandlers<typeof resultRequests>
}

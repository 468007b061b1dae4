import { basename } from 'node:path'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import type { RequestHandlers } from '../../shared/ipc/ipc.ts'
import type { libraryRequests } from '../../shared/ipc/library.ts'
import { createBulkJobRunner } from './bulk-job-runner.ts'
import type { HandlerDependencies } from './handler-dependencies.ts'

/** Handlers for requests about the library and its folder. */
export function libraryHandlers({
  announce,
  dialogs,
  shell,
  studio
}: Pick<HandlerDependencies, 'announce' | 'dialogs' | 'shell' | 'studio'>) {
  const { library } = studio
  const jobs = createBulkJobRunner((progress) => announce('library.progress', progress))
  /** The last export, for `library.showSaved`. */
  let saved: { readonly path: string; readonly isFile: boolean } | null = null
  return {
    'library.query': library.query,
    'library.tiles': ({ keys, search }) => library.tiles(keys, search),
    'library.find': ({ search, limit }) => library.find(search, limit),
    'library.facets': library.facets,
    'library.item': async ({ id }) => {
      const details = await library.details(id)
      if (details === null) throw new UserFacingError(say('Kiln can’t find this result.'))
      return details
    },
    'library.summary': ({ keys }) => library.summary(keys),
    'library.change': ({ job, ...change }) => jobs.run(job, change.keys.length, (run) => library.change(change, run)),
    'library.collections': library.collections,
    'library.keepCollection': library.saveCollection,
    'library.removeCollection': async ({ id, job }) => {
      const collection = (await library.collections()).find((one) => one.id === id)
      return jobs.run(job, collection?.count ?? 0, (run) => library.removeCollection(id, run))
    },
    'library.undoChange': async ({ token, count, job }) => jobs.run(job, count, (run) => library.undoChange(token, run)),
    'library.trash': ({ keys, job }) => jobs.run(job, keys.length, (run) => library.trash(keys, run)),
    'library.untrash': async ({ token, count, job }) => jobs.run(job, count, (run) => library.untrash(token, run)),
    'library.rebuild': library.rebuild,
    'library.look': library.verifyFiles,
    'library.report': library.report,
    'library.repair': ({ choices, job }) => jobs.run(job, choices.length, (run) => library.repair(choices, run)),
    'library.move': async ({ keys, job }) => {
      const folder = await dialogs.chooseTarget({ button: say('Move here') })
      if (folder === null) return null
      await shell.checkFolder(folder)
      return jobs.run(job, keys.length, (run) => library.move(keys, folder, run))
    },
    'library.inFormerFolders': library.inFormerFolders,
    'library.moveFromFormerFolders': async ({ job }) => {
      const { count } = await library.inFormerFolders()
      return jobs.run(job, count, (run) => library.moveFromFormerFolders(run))
    },
    'library.exportTo': async ({ keys, withRecipes, asZip, job }) => {
      const path = asZip ? await dialogs.chooseSavePath(await zipName(keys)) : await dialogs.chooseTarget({ button: say('Save here') })
      if (path === null) return null
      const receipt = await jobs.run(job, keys.length, (run) => library.exportTo({ keys, withRecipes, asZip, path, run }))
      saved = { path, isFile: asZip }
      return receipt
    },
    'library.stop': ({ job }) => jobs.stop(job),
    'library.showSaved': async () => {
      if (saved === null) throw new UserFacingError(say('Nothing has been saved since Kiln started.'))
      await (saved.isFile ? shell.showItemInFolder(saved.path) : shell.openFolder(saved.path))
    },
    'library.keepPoster': ({ id, bytes }) => studio.savePoster(id, bytes),
    'storage.state': studio.storage,
    'storage.checkAgain': studio.checkStorage
  } satisfies RequestHandlers<typeof libraryRequests>

  /** Returns the suggested name of the exported ZIP file. It contains the name of a single file, or the number of several files. */
  async function zipName(keys: readonly number[]): Promise<string> {
    const [only] = keys.length === 1 ? await library.filesOf(keys) : []
    return only === undefined
      ? say('{keys} files from Kiln.zip', { keys: keys.length })
      : `${basename(only.path).replace(/\.[^.]*$/, '')}.zip`
  }
}

import { basename } from 'node:path'
import { PlainProblem } from '../../shared/problem.ts'
import { say } from '../../shared/words/say.ts'
import type { Studio } from '../studio.ts'
import type { Handlers } from './handlers.ts'
import type { DialogsPort, ShellPort } from './ports.ts'

type LibraryHandlers = Pick<Handlers, Extract<keyof Handlers, `library.${string}`>>

/** What the requests about the library do. */
export function createLibraryHandlers(parts: {
  readonly studio: Studio
  readonly dialogs: DialogsPort
  readonly shell: ShellPort
}): LibraryHandlers {
  const { studio, dialogs, shell } = parts
  const { library } = studio
  return {
    'library.query': library.query,
    'library.tiles': ({ keys, search }) => library.tiles(keys, search),
    'library.find': ({ search, limit }) => library.find(search, limit),
    'library.facets': library.facets,
    'library.item': async ({ id }) => {
      const details = await library.details(id)
      if (details === null) throw new PlainProblem(say('Kiln does not know this result.'))
      return details
    },
    'library.change': async (change) => {
      await library.change(change)
      return null
    },
    'library.collections': library.collections,
    'library.keepCollection': library.keepCollection,
    'library.removeCollection': async ({ id }) => {
      await library.removeCollection(id)
      return null
    },
    'library.trash': ({ keys }) => library.trash(keys),
    'library.untrash': async ({ token }) => {
      await library.untrash(token)
      return null
    },
    'library.rebuild': library.rebuild,
    'library.look': library.look,
    'library.report': library.report,
    'library.mend': ({ choices }) => library.mend(choices),
    'library.move': async ({ keys }) => {
      const folder = await dialogs.chooseTarget({ button: say('Move here') })
      if (folder === null) return null
      await shell.checkFolder(folder)
      return { count: await library.move(keys, folder), folder }
    },
    'library.exportTo': async ({ keys, withRecipes, asZip }) => {
      const path = asZip ? await dialogs.chooseSavePath(await zipName(keys)) : await dialogs.chooseTarget({ button: say('Save here') })
      if (path === null) return null
      return { count: await library.exportTo({ keys, withRecipes, asZip, path }), path }
    },
    'library.keepPoster': async ({ id, bytes }) => {
      await studio.keepPoster(id, bytes)
      return null
    }
  }

  /** After the one file that is saved, else after how many there are. */
  async function zipName(keys: readonly number[]): Promise<string> {
    const [only] = keys.length === 1 ? await library.filesOf(keys) : []
    return only === undefined ? say('Kiln {keys} files.zip', { keys: keys.length }) : `${basename(only.path).replace(/\.[^.]*$/, '')}.zip`
  }
}

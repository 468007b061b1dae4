import { fieldNamed } from '../../shared/fields.ts'
import type { AppInfo, RequestInput, RequestName, RequestOutputs } from '../../shared/ipc.ts'
import type { MediaRule } from '../../shared/json-schema.ts'
import { PlainProblem } from '../../shared/problem.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Studio } from '../studio.ts'
import type { Drafts } from './drafts.ts'
import type { AccountPort, DialogsPort, SettingsPort, ShellPort } from './ports.ts'
import type { Announce } from './publish.ts'
import { reopenMedia } from './reopen-media.ts'

/** One per request of the contract: a missing one doesn't compile. */
export type Handlers = {
  readonly [Name in RequestName]: (input: RequestInput<Name>) => RequestOutputs[Name] | Promise<RequestOutputs[Name]>
}

export type HandlerParts = {
  readonly studio: Studio
  readonly account: AccountPort
  readonly settings: SettingsPort
  readonly drafts: Drafts
  readonly dialogs: DialogsPort
  readonly shell: ShellPort
  /** Writes a picture that was pasted into a file and gives its path. */
  readonly keepPasted: (bytes: Uint8Array) => Promise<string>
  readonly announce: Announce
  readonly appInfo: () => Promise<AppInfo>
}

/** What each request does. Errors are thrown; `register` turns them into outcomes. */
export function createHandlers(parts: HandlerParts): Handlers {
  const { studio, account, settings, drafts, dialogs, shell, keepPasted, announce } = parts

  return {
    'app.info': parts.appInfo,

    'account.state': account.state,
    'account.sealingKey': account.sealingKey,
    'account.test': account.test,
    'account.connect': account.connect,
    'account.practice': account.practice,
    'account.disconnect': async () => {
      await account.disconnect()
      return null
    },
    'account.resume': async () => {
      await account.resume()
      return null
    },

    'capability.list': () => studio.capabilities(),

    'media.inspect': async ({ path }) => drafts.add(path, await studio.inspect(path)),
    'media.keep': async ({ bytes }) => {
      const path = await keepPasted(bytes)
      return drafts.add(path, await studio.inspect(path))
    },
    'media.browse': async ({ capability, field, many }) => {
      const paths = await dialogs.chooseMedia({ rule: await ruleOf(capability, field), many })
      return Promise.all(paths.map(async (path) => drafts.add(path, await studio.inspect(path))))
    },
    'media.reopen': ({ taskId }) => reopenMedia({ studio, drafts }, taskId),

    'task.submit': ({ capability, values }) => studio.submit({ capability, values: drafts.resolve(values) }),
    'task.list': () => studio.tasks(),
    'task.timeline': ({ id }) => studio.timeline(id),
    'task.cancel': ({ id }) => {
      studio.cancel(id)
      return null
    },
    'task.lookAgain': ({ id }) => {
      studio.lookAgain(id)
      return null
    },
    'task.hide': ({ id }) => {
      studio.hide(id)
      return null
    },
    'task.uploadedByHand': ({ id }) => {
      studio.uploadedByHand(id)
      return null
    },
    'task.supportBundle': ({ id }) => studio.supportBundle(id),

    'result.saveAs': async ({ id }) => {
      const { path } = resultOf(id)
      const chosen = await dialogs.chooseSavePath(path)
      if (chosen !== null) await shell.saveCopy(path, chosen)
      return chosen
    },
    'result.showInFolder': async ({ id }) => {
      await shell.showItemInFolder(resultOf(id).path)
      return null
    },
    'result.copy': async ({ id }) => {
      const { path, medium } = resultOf(id)
      if (medium !== 'image') throw new PlainProblem('Only pictures can be copied.', { advice: 'Save it as a file instead.' })
      await shell.copyPicture(path)
      return null
    },
    'clipboard.writeText': async ({ text }) => {
      await shell.copyText(text)
      return null
    },

    'settings.get': settings.current,
    'settings.change': (change) => tell(settings.change(change)),
    'settings.chooseLibraryFolder': async () => {
      const folder = await dialogs.chooseFolder(settings.current().libraryFolder)
      if (folder === null) return settings.current()
      await shell.checkFolder(folder)
      studio.setLibraryFolder(folder)
      return tell(settings.change({ libraryFolder: folder }))
    },
    'settings.showLibraryFolder': async () => {
      await shell.openFolder(settings.current().libraryFolder)
      return null
    }
  }

  function resultOf(id: string): NonNullable<ReturnType<Studio['result']>> {
    const result = studio.result(id)
    if (result === null) throw new PlainProblem('Kiln does not know this result.')
    return result
  }

  /** What the capability lets into a field; null where it doesn't say. */
  async function ruleOf(capabilityId: string, fieldName: string): Promise<MediaRule | null> {
    const capability = (await studio.capabilities()).find(({ id }) => id === capabilityId)
    const field = capability === undefined ? null : fieldNamed(capability, fieldName)
    if (field?.kind !== 'media' || field.medium === null) return null
    return { ...field.rule, medium: field.medium }
  }

  function tell(changed: Settings): Settings {
    announce('settings.changed', changed)
    return changed
  }
}

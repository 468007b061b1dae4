import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { serializeCapabilityList } from '../../shared/form/capability-list-json.ts'
import { fieldNamed } from '../../shared/form/fields.ts'
import type { AppInfo, RequestInput, RequestName, RequestOutputs } from '../../shared/ipc/ipc.ts'
import { itemsPerPage } from '../../shared/ipc/ipc-names.ts'
import { ledgerCsvHeader, ledgerCsvLines, type LedgerEntry } from '../../shared/task/ledger.ts'
import type { MediaRule } from '../../shared/form/json-schema.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import type { Settings } from '../../shared/app/settings.ts'
import type { LibraryFile, Studio } from '../studio.ts'
import { createBatchHandlers } from './batch-handlers.ts'
import { createWorkspaceHandlers } from './workspace-handlers.ts'
import { saveConvertedImage } from './save-converted-image.ts'
import type { FileTokens } from './file-tokens.ts'
import type { WindowFlush } from './flush-windows.ts'
import { createLibraryHandlers } from './library-handlers.ts'
import type { LanguageChoice } from '../../shared/i18n/languages.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import { say } from '../../shared/i18n/say.ts'
import type {
  AccountPort,
  OpenRequestsPort,
  CapturePort,
  DiagnosticsPort,
  DialogsPort,
  NetworkPort,
  MenuPort,
  NotificationsPort,
  ProxyPort,
  SettingsPort,
  ShellPort,
  UpdatesPort
} from './ports.ts'
import type { IpcEventSender } from './publish-studio-events.ts'
import { rejectChangedFiles } from './reject-changed-files.ts'
import { reopenMedia } from './reopen-media.ts'
import { translateCapabilities } from './translate-capabilities.ts'
import { takeOpenRequests } from './take-open-requests.ts'

/** One handler for each request in `shared/ipc/ipc.ts`. A missing handler is a compile error. */
export type Handlers = {
  readonly [Name in RequestName]: (input: RequestInput<Name>) => RequestOutputs[Name] | Promise<RequestOutputs[Name]>
}

export type HandlerOptions = {
  readonly studio: Studio
  readonly account: AccountPort
  readonly settings: SettingsPort
  readonly diagnostics: DiagnosticsPort
  readonly network: NetworkPort
  readonly proxy: ProxyPort
  readonly fileTokens: FileTokens
  readonly dialogs: DialogsPort
  readonly shell: ShellPort
  /** Saves pasted, recorded or painted data as a file and returns its path. If `stem` is null, the file is named by timestamp. */
  readonly savePastedFile: (bytes: Uint8Array, stem: string | null) => Promise<string>
  readonly capture: CapturePort
  readonly notifications: NotificationsPort
  readonly updates: UpdatesPort
  readonly arrivals: OpenRequestsPort
  readonly menu: MenuPort
  readonly announce: IpcEventSender
  readonly windowFlush: Pick<WindowFlush, 'heard'>
  /** Changes the app's language. Pages send their unsaved data and are reloaded. */
  readonly changeLanguage: (choice: LanguageChoice) => Promise<void>
  readonly appInfo: () => Promise<AppInfo>
  /** May wait for the user to answer a keychain or keyring dialog. */
  readonly isKeyStorageSecure: () => Promise<boolean>
}

/** Creates the handler of each request. Handlers throw their errors, and `registerIpcHandlers` converts them to outcomes. */
export function createHandlers(parts: HandlerOptions): Handlers {
  const {
    studio,
    account,
    settings,
    diagnostics,
    network,
    proxy,
    fileTokens,
    dialogs,
    shell,
    savePastedFile,
    capture,
    notifications,
    updates,
    arrivals: openRequests,
    menu,
    announce
  } = parts

  return {
    'app.info': parts.appInfo,
    'account.isKeyStorageSecure': parts.isKeyStorageSecure,
    'app.closingHeard': () => {
      parts.windowFlush.heard()
      return null
    },

    'account.state': account.state,
    'account.sealingKey': account.sealingKey,
    'account.test': account.test,
    'account.connect': account.connect,
    'account.confirmSame': async () => {
      await account.confirmSame()
      return null
    },
    'account.practice': account.practice,
    'account.open': async ({ id }) => {
      await account.open(id)
      return null
    },
    'account.remove': async ({ id }) => {
      await account.remove(id)
      return null
    },
    'account.disconnect': async () => {
      await account.disconnect()
      return null
    },
    'account.resume': async () => {
      await account.resume()
      return null
    },

    'capability.list': async () => serializeCapabilityList(translateCapabilities(await studio.capabilities())),

    'media.inspect': async ({ path }) => {
      await refuseFolder(path)
      return fileTokens.add(path, await studio.inspect(path))
    },
    'media.keep': async ({ bytes, stem }) => {
      const path = await savePastedFile(bytes, stem)
      return fileTokens.add(path, await studio.inspect(path))
    },
    'media.inspectItem': async ({ id }) => ({ facts: await studio.inspect((await fileOf(id)).path), previewUrl: mediaPaths.result(id) }),
    'media.browse': async ({ capability, field, many }) => {
      const paths = await dialogs.chooseMedia({ rule: await ruleOf(capability, field), many })
      return Promise.all(paths.map(async (path) => fileTokens.add(path, await studio.inspect(path))))
    },
    'media.convert': async ({ media, target }) => {
      const path = 'item' in media ? (await fileOf(media.item)).path : fileTokens.find(media.draft)?.path
      if (path === undefined) throw new UserFacingError(say('Choose this file again.'))
      return saveConvertedImage({ fileTokens, inspect: studio.inspect, savePastedFile, convertImage: shell.convertImage }, path, target)
    },
    'media.reopen': (options) => reopenMedia({ studio, fileTokens }, options),

    'price.estimate': studio.estimate,

    'recorder.open': async ({ kinds }) => {
      await capture.open(kinds)
      return null
    },
    'recorder.close': () => {
      capture.close()
      return null
    },
    'task.submit': async ({ capability, values, consent = [] }) => {
      await rejectChangedFiles(values, { fileTokens, inspect: studio.inspect, announce })
      const submission = { capability, values: fileTokens.resolve(values), consent }
      const task = await studio.submit(submission)
      studio.rememberSent(submission)
      return task
    },
    ...createBatchHandlers({ studio, fileTokens, dialogs, shell, announce }),
    'task.list': (page) => studio.tasks({ ...page, includeHidden: true, limit: itemsPerPage }),
    'task.timeline': ({ id }) => studio.timeline(id),
    'task.cancel': ({ id }) => {
      studio.cancel(id)
      return null
    },
    'task.undoCancel': ({ ids }) => {
      studio.undoCancel(ids)
      return null
    },
    'task.agree': ({ id, question }) => {
      studio.agree(id, question)
      return null
    },
    'task.checkAgain': ({ id }) => {
      studio.checkNow(id)
      return null
    },
    'task.hide': ({ ids }) => {
      studio.hide(ids)
      return null
    },
    'task.unhide': ({ ids }) => {
      studio.unhide(ids)
      return null
    },
    'task.uploadedByHand': ({ id }) => {
      studio.uploadedManually(id)
      return null
    },
    'task.copySupportBundle': async ({ id }) => {
      await shell.copyText(studio.supportBundle(id))
      return null
    },
    'task.saveSupportBundle': async ({ id }) => {
      const bundle = studio.supportBundle(id)
      const chosen = await dialogs.chooseSavePath(say('Kiln support bundle {id}.txt', { id: id.slice(0, 8) }))
      if (chosen !== null) await shell.saveText(bundle, chosen)
      return chosen
    },

    'faces.read': ({ id }) => studio.faces(id),
    'faces.choose': async ({ id, choice }) => {
      await studio.selectFaces(id, choice)
      return null
    },
    'ledger.read': (page) => studio.ledger({ ...page, limit: itemsPerPage }),
    'ledger.save': async ({ connectionId }) => {
      const { connection, others } = account.state()
      const names = new Map([...(connection === null ? [] : [connection]), ...others].map(({ id, name }) => [id, name]))
      const day = new Date().toLocaleDateString('sv-SE')
      const chosen = await dialogs.chooseSavePath(say('Kiln credits {day}.csv', { day }))
      if (chosen === null) return null
      let text = ledgerCsvHeader()
      for await (const entries of ledgerPages()) {
        const own = entries.filter((entry) => connectionId === null || entry.connectionId === connectionId)
        text += ledgerCsvLines(own, (id) => names.get(id) ?? id)
      }
      await shell.saveText(text, chosen)
      return chosen
    },
    'recovery.reconcile': studio.reconcile,
    'recovery.report': studio.reconciliation,
    'recovery.adopt': ({ taskId, capability, as }) => studio.adopt(taskId, { capability, as }),
    'recovery.fetchAgain': async ({ id }) => {
      await studio.fetchAgain(id)
      return null
    },

    ...createLibraryHandlers({ studio, dialogs, shell, announce }),

    'result.saveAs': async ({ id }) => {
      const { path } = await fileOf(id)
      const chosen = await dialogs.chooseSavePath(path)
      if (chosen !== null) await shell.saveCopy(path, chosen)
      return chosen
    },
    'result.showInFolder': async ({ id }) => {
      await shell.showItemInFolder((await fileOf(id)).path)
      return null
    },
    'result.copy': async ({ id }) => {
      const { path, medium } = await fileOf(id)
      if (medium !== 'image') throw new UserFacingError(say('Only images can be copied.'), { advice: say('Save the file instead.') })
      await shell.copyImage(path)
      return null
    },
    'result.dragOut': async ({ ids, picture }) => {
      const files = await Promise.all(ids.map(studio.library.fileOf))
      const paths = files.flatMap((file) => file?.path ?? [])
      if (paths.length === 0) throw new UserFacingError(say('These files are no longer available.'))
      shell.startDrag(paths, picture)
      return null
    },
    'clipboard.writeText': async ({ text }) => {
      await shell.copyText(text)
      return null
    },

    ...createWorkspaceHandlers({ studio, fileTokens, dialogs }),

    'notifications.takeTarget': notifications.takeTarget,

    'menu.offer': ({ actions }) => {
      menu.setAvailable(actions)
      return null
    },
    'menu.open': async (place) => {
      await menu.open(place)
      return null
    },
    'menu.take': menu.take,
    'menu.quit': () => {
      menu.quit()
      return null
    },
    'arrivals.take': () => takeOpenRequests({ arrivals: openRequests, studio, fileTokens, browse: (folder) => void browse(folder) }),
    'arrivals.browse': async () => {
      await browse()
      return null
    },

    'settings.get': settings.current,
    'settings.change': async (change) => {
      const before = settings.current()
      const changed = tell(settings.change(change))
      if (changed.language !== before.language) await parts.changeLanguage(changed.language)
      if (change.recipes !== undefined) studio.library.recipesChanged()
      if (change.dailyLimit !== undefined) studio.recheckLimits()
      if (change.notices !== undefined) notifications.settingsChanged()
      if (change.network !== undefined) {
        network.settingsChanged()
        void studio.checkReachability()
      }
      if (change.updates !== undefined) updates.settingsChanged(before.updates)
      return changed
    },
    'settings.chooseLibraryFolder': async () => {
      const folder = await dialogs.chooseFolder(settings.current().libraryFolder)
      if (folder === null) return settings.current()
      await shell.checkFolder(folder)
      const changed = settings.change({ libraryFolder: folder })
      await studio.setLibraryFolder(folder)
      return tell(changed)
    },
    'settings.showLibraryFolder': async () => {
      const { library, libraryFolder } = await studio.checkStorage()
      if (library === 'missing' || library === 'strange')
        throw new UserFacingError(say('The library folder can’t be found.'), {
          advice: say('Connect the drive that contains {libraryFolder}. You can also choose another folder.', { libraryFolder })
        })
      await shell.openFolder(libraryFolder)
      return null
    },
    'app.licences': shell.readLicences,
    'diagnostics.read': diagnostics.read,
    'diagnostics.check': diagnostics.check,
    'diagnostics.stopCheck': () => {
      diagnostics.stopCheck()
      return null
    },
    'diagnostics.save': async (options) => {
      const day = new Date().toLocaleDateString('sv-SE')
      const chosen = await dialogs.chooseSavePath(say('Kiln diagnostics {day}.zip', { day }))
      if (chosen !== null) await diagnostics.saveAll(chosen, options)
      return chosen
    },
    'network.check': ({ baseUrl }) => {
      const wanted = baseUrl ?? studio.account().baseUrl
      if (wanted === null)
        throw new UserFacingError(say('No account is connected.'), {
          advice: say('Connect an account first. Then Kiln can check the connection.')
        })
      return network.check(wanted)
    },
    'network.script': network.pacError,
    'network.authority': network.customCa,
    'network.chooseAuthority': async () => {
      const chosen = await dialogs.chooseCertificateFile()
      if (chosen === null) return network.customCa()
      const taken = await network.importCustomCa(chosen)
      void studio.checkReachability()
      return taken
    },
    'network.forgetAuthority': () => {
      network.removeCustomCa()
      return null
    },
    'updates.state': updates.state,
    'updates.check': updates.check,
    'updates.download': updates.download,
    'updates.restart': updates.restart,
    'proxy.state': proxy.state,
    'proxy.signIn': async (typed) => {
      const kept = await proxy.signIn(typed)
      await studio.checkReachability()
      return kept
    },
    'proxy.forget': ({ host }) => {
      proxy.forget(host)
      return null
    },
    'storage.state': studio.storage,
    'storage.checkAgain': studio.checkStorage
  }

  /** Reads all ledger entries page by page. Other work can run after each page. */
  async function* ledgerPages(): AsyncGenerator<readonly LedgerEntry[]> {
    for (let last: LedgerEntry | undefined; ;) {
      const entries = studio.ledger({ limit: itemsPerPage, ...(last !== undefined && { olderThan: last.id }) })
      yield entries
      last = entries.at(-1)
      if (entries.length < itemsPerPage) return
      await setImmediate()
    }
  }

  async function fileOf(id: string): Promise<LibraryFile> {
    const result = await studio.library.fileOf(id)
    if (result === null) throw new UserFacingError(say('Kiln can’t find this result.'))
    return result
  }

  /** Lets the user choose files. Passes them to the page as if they had been opened with Kiln. `from`: the initial folder. */
  async function browse(from?: string): Promise<void> {
    const files = await dialogs.chooseMedia({ rule: null, many: true, ...(from !== undefined && { from }) })
    openRequests.add({ links: [], files })
  }

  /** Returns the media rule of a capability's field. Null if the field doesn't have one. */
  async function ruleOf(capabilityId: string, fieldName: string): Promise<MediaRule | null> {
    const capability = (await studio.capabilities()).find(({ id }) => id === capabilityId)
    const field = capability === undefined ? null : fieldNamed(capability, fieldName)
    if (field?.kind !== 'media' || field.medium === null) return null
    return { ...field.rule, medium: field.medium }
  }

  async function refuseFolder(path: string): Promise<void> {
    const found = await stat(path).catch(() => null)
    if (found?.isDirectory() !== true) return
    throw new UserFacingError(say('“{name}” is a folder.', { name: basename(path) }), {
      advice: say('Drop its files instead. You can also open a form and choose Batch.')
    })
  }

  function tell(changed: Settings): Settings {
    announce('settings.changed', changed)
    return changed
  }
}

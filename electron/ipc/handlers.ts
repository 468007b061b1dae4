import { setImmediate } from 'node:timers/promises'
import { writeCapabilityList } from '../../shared/capability-list.ts'
import { fieldNamed } from '../../shared/fields.ts'
import type { AppInfo, RequestInput, RequestName, RequestOutputs } from '../../shared/ipc.ts'
import { itemsPerPage } from '../../shared/ipc-names.ts'
import { ledgerCsvHead, ledgerCsvLines, type LedgerEntry } from '../../shared/ledger.ts'
import type { MediaRule } from '../../shared/json-schema.ts'
import { PlainProblem } from '../../shared/problem.ts'
import type { Settings } from '../../shared/settings.ts'
import type { LibraryFile, Studio } from '../studio.ts'
import { createBatchHandlers } from './batch-handlers.ts'
import { createDeskHandlers } from './desk-handlers.ts'
import type { Drafts } from './drafts.ts'
import type { Farewell } from './farewell.ts'
import { createLibraryHandlers } from './library-handlers.ts'
import type { LanguageChoice } from '../../shared/words/languages.ts'
import { mediaPaths } from '../../shared/media-paths.ts'
import { say } from '../../shared/words/say.ts'
import type {
  AccountPort,
  ArrivalsPort,
  CapturePort,
  DiagnosticsPort,
  DialogsPort,
  NetworkPort,
  MenuPort,
  NoticesPort,
  ProxyPort,
  SettingsPort,
  ShellPort,
  UpdatesPort
} from './ports.ts'
import type { Announce } from './publish.ts'
import { reopenMedia } from './reopen-media.ts'
import { saidCapabilities } from './said-capabilities.ts'
import { takeArrivals } from './take-arrivals.ts'

/** One per request of the contract: a missing one doesn't compile. */
export type Handlers = {
  readonly [Name in RequestName]: (input: RequestInput<Name>) => RequestOutputs[Name] | Promise<RequestOutputs[Name]>
}

export type HandlerParts = {
  readonly studio: Studio
  readonly account: AccountPort
  readonly settings: SettingsPort
  readonly diagnostics: DiagnosticsPort
  readonly network: NetworkPort
  readonly proxy: ProxyPort
  readonly drafts: Drafts
  readonly dialogs: DialogsPort
  readonly shell: ShellPort
  /** Writes what was pasted, recorded or painted into a file and gives its path. `stem` null: named by the time. */
  readonly keepMade: (bytes: Uint8Array, stem: string | null) => Promise<string>
  readonly capture: CapturePort
  readonly notices: NoticesPort
  readonly updates: UpdatesPort
  readonly arrivals: ArrivalsPort
  readonly menu: MenuPort
  readonly announce: Announce
  readonly farewell: Pick<Farewell, 'heard'>
  /** Puts a language into force, everywhere; pages hand over what they hold and are loaded anew. */
  readonly changeLanguage: (choice: LanguageChoice) => Promise<void>
  readonly appInfo: () => Promise<AppInfo>
}

/** What each request does. Errors are thrown; `register` turns them into outcomes. */
export function createHandlers(parts: HandlerParts): Handlers {
  const {
    studio,
    account,
    settings,
    diagnostics,
    network,
    proxy,
    drafts,
    dialogs,
    shell,
    keepMade,
    capture,
    notices,
    updates,
    arrivals,
    menu,
    announce
  } = parts

  return {
    'app.info': parts.appInfo,
    'app.closingHeard': () => {
      parts.farewell.heard()
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
    'account.disconnect': async () => {
      await account.disconnect()
      return null
    },
    'account.resume': async () => {
      await account.resume()
      return null
    },

    'capability.list': async () => writeCapabilityList(saidCapabilities(await studio.capabilities())),

    'media.inspect': async ({ path }) => drafts.add(path, await studio.inspect(path)),
    'media.keep': async ({ bytes, stem }) => {
      const path = await keepMade(bytes, stem)
      return drafts.add(path, await studio.inspect(path))
    },
    'media.inspectItem': async ({ id }) => ({ facts: await studio.inspect((await fileOf(id)).path), previewUrl: mediaPaths.result(id) }),
    'media.browse': async ({ capability, field, many }) => {
      const paths = await dialogs.chooseMedia({ rule: await ruleOf(capability, field), many })
      return Promise.all(paths.map(async (path) => drafts.add(path, await studio.inspect(path))))
    },
    'media.reopen': (wish) => reopenMedia({ studio, drafts }, wish),

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
      const submission = { capability, values: drafts.resolve(values), consent }
      const task = await studio.submit(submission)
      studio.rememberSent(submission)
      return task
    },
    ...createBatchHandlers({ studio, drafts, dialogs, shell, announce }),
    'task.list': (page) => studio.tasks({ ...page, limit: itemsPerPage }),
    'task.timeline': ({ id }) => studio.timeline(id),
    'task.cancel': ({ id }) => {
      studio.cancel(id)
      return null
    },
    'task.agreeToPrice': ({ id }) => {
      studio.agreeToPrice(id)
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
      let text = ledgerCsvHead()
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

    ...createLibraryHandlers({ studio, dialogs, shell }),

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
      if (medium !== 'image') throw new PlainProblem(say('Only pictures can be copied.'), { advice: say('Save it as a file instead.') })
      await shell.copyPicture(path)
      return null
    },
    'result.dragOut': async ({ ids, picture }) => {
      const files = await Promise.all(ids.map(studio.fileOf))
      const paths = files.flatMap((file) => file?.path ?? [])
      if (paths.length === 0) throw new PlainProblem(say('These files are not known here any more.'))
      shell.startDrag(paths, picture)
      return null
    },
    'clipboard.writeText': async ({ text }) => {
      await shell.copyText(text)
      return null
    },

    ...createDeskHandlers({ studio, drafts, dialogs }),

    'notices.takePlace': notices.takePlace,

    'menu.offer': ({ deeds }) => {
      menu.offer(deeds)
      return null
    },
    'arrivals.take': () => takeArrivals({ arrivals, studio, drafts, browse: (folder) => void browse(folder) }),
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
      if (change.dailyLimit !== undefined) studio.judgeLimitsAgain()
      if (change.notices !== undefined) notices.rulesChanged()
      if (change.network !== undefined) {
        network.rulesChanged()
        void studio.lookOut()
      }
      if (change.updates !== undefined) updates.rulesChanged(before.updates)
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
      const { library, libraryFolder } = await studio.lookAtStorage()
      if (library === 'missing' || library === 'strange')
        throw new PlainProblem(say('The library folder is not there.'), {
          advice: say('Connect the drive of {libraryFolder}, or choose another folder.', { libraryFolder })
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
    'diagnostics.save': async (wish) => {
      const day = new Date().toLocaleDateString('sv-SE')
      const chosen = await dialogs.chooseSavePath(say('Kiln diagnostics {day}.zip', { day }))
      if (chosen !== null) await diagnostics.saveAll(chosen, wish)
      return chosen
    },
    'network.check': ({ baseUrl }) => {
      const wanted = baseUrl ?? studio.account().baseUrl
      if (wanted === null)
        throw new PlainProblem(say('No account is connected.'), { advice: say('Connect one first; then there is a way to check.') })
      return network.check(wanted)
    },
    'network.script': network.script,
    'network.authority': network.authority,
    'network.chooseAuthority': async () => {
      const chosen = await dialogs.chooseAuthority()
      if (chosen === null) return network.authority()
      const taken = await network.takeAuthority(chosen)
      void studio.lookOut()
      return taken
    },
    'network.forgetAuthority': () => {
      network.forgetAuthority()
      return null
    },
    'updates.state': updates.state,
    'updates.check': updates.check,
    'updates.download': updates.download,
    'updates.restart': updates.restart,
    'proxy.state': proxy.state,
    'proxy.signIn': async (typed) => {
      const kept = await proxy.signIn(typed)
      await studio.lookOut()
      return kept
    },
    'proxy.forget': ({ host }) => {
      proxy.forget(host)
      return null
    },
    'storage.state': studio.storage,
    'storage.lookAgain': studio.lookAtStorage
  }

  /** The event loop turns after each page. */
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
    const result = await studio.fileOf(id)
    if (result === null) throw new PlainProblem(say('Kiln does not know this result.'))
    return result
  }

  /** What the capability lets into a field; null where it doesn't say. */
  /** Lets a person choose files, and hands them to the page as if they had been opened with Kiln. `from`: the folder to begin at. */
  async function browse(from?: string): Promise<void> {
    const files = await dialogs.chooseMedia({ rule: null, many: true, ...(from !== undefined && { from }) })
    arrivals.add({ links: [], files })
  }

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

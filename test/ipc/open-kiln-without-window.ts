import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createAccount, restoreConnection, restoreOthers } from '../../electron/account/account.ts'
import { openConnections } from '../../electron/account/connections.ts'
import { createKeyVault } from '../../electron/account/key-vault.ts'
import type { SecureStore } from '../../electron/account/key-vault.ts'
import { createProxyPasswords } from '../../electron/account/proxy-passwords.ts'
import { createSealing } from '../../electron/account/sealing.ts'
import { parseBaseUrl } from '../../electron/api/base-url.ts'
import { createArrivals } from '../../electron/desktop/arrivals.ts'
import { createCaptureGate } from '../../electron/desktop/capture-gate.ts'
import { openLog } from '../../electron/desktop/log.ts'
import { createMadeFiles } from '../../electron/desktop/made-files.ts'
import { createPracticeDoor } from '../../electron/desktop/practice-door.ts'
import { checkConnection } from '../../electron/desktop/check-connection.ts'
import { createDiagnostics } from '../../electron/desktop/diagnostics.ts'
import { openOwnAuthority } from '../../electron/desktop/own-authority.ts'
import { createProxyPort } from '../../electron/desktop/proxy-port.ts'
import { checkFolder, saveCopy, saveText } from '../../electron/desktop/save-copy.ts'
import { createUpdates } from '../../electron/desktop/updates.ts'
import { openSettings } from '../../electron/desktop/settings.ts'
import { takeOffClipboard } from '../../electron/desktop/take-off-clipboard.ts'
import { createSystemProxy } from '../../electron/desktop/system-proxy.ts'
import { createDrafts } from '../../electron/ipc/drafts.ts'
import { createHandlers } from '../../electron/ipc/handlers.ts'
import { publish } from '../../electron/ipc/publish.ts'
import { register } from '../../electron/ipc/register.ts'
import type { Sender } from '../../electron/ipc/register.ts'
import { openStudio } from '../../electron/studio.ts'
import { channelOf } from '../../shared/ipc-names.ts'
import type { RequestInput, RequestName, RequestOutputs } from '../../shared/ipc.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { openSettingsFileInNode } from '../account/settings-file-in-node.ts'

/** One payload as it crossed, in the JSON that a reader of the wire would see. */
export type Crossing = { readonly direction: 'page to main' | 'main to page'; readonly channel: string; readonly payload: string }

export type KilnWithoutWindow = {
  readonly ask: <Name extends RequestName>(name: Name, input: RequestInput<Name>) => Promise<Outcome<RequestOutputs[Name]>>
  /** The same for any sender and payload, cloned as Electron does, and not recorded. */
  readonly askAs: (name: RequestName, sender: Sender, payload: unknown) => Promise<unknown>
  readonly crossings: readonly Crossing[]
  /** What a person answers in the system's dialogs; a dialog that nobody answers is closed. */
  readonly dialogs: { media: string[]; presets: string | null; folder: string | null; table: string | null; savePath: string | null }
  /** What the system's clipboard holds. */
  readonly clipboard: { text: string }
  /** What the page asked the system to do. */
  readonly done: readonly string[]
  readonly close: () => Promise<void>
}

export const page: Sender = { isOwnWindow: true, isMainFrame: true, url: 'app://kiln/' }

/** Everything of the app but its window: what main.ts builds, with a recording wire in the place of Electron's. */
export async function openKilnWithoutWindow(parts: {
  readonly dataDir: string
  readonly store: SecureStore
  readonly timeScale?: number
  /** What the system says of the way to the network, as a PAC string. Default: straight. */
  readonly pacAnswer?: string
}): Promise<KilnWithoutWindow> {
  const { dataDir, store } = parts
  const crossings: Crossing[] = []
  const done: string[] = []
  const clipboard = { text: '' }
  const dialogs: KilnWithoutWindow['dialogs'] = { media: [], presets: null, folder: null, table: null, savePath: null }
  const record = (direction: Crossing['direction'], channel: string, payload: unknown): void => {
    crossings.push({ direction, channel, payload: JSON.stringify(payload) ?? 'undefined' })
  }
  const announce = (name: Parameters<typeof channelOf>[0], payload: unknown): void => record('main to page', channelOf(name), payload)

  const log = openLog(join(dataDir, 'logs'))
  const file = await openSettingsFileInNode(dataDir)
  const settings = openSettings({
    section: file.section('settings'),
    defaultLibraryFolder: join(dataDir, 'library'),
    platform: store.platform,
    onChange: () => undefined
  })
  const vault = createKeyVault({
    store,
    shelf: file.section('keys'),
    now: Date.now,
    wait: () => Promise.resolve(),
    onTrouble: (what, error) => log.error(what, error)
  })
  const sealing = createSealing()
  const proxy = createSystemProxy({
    resolveProxy: async () => parts.pacAnswer ?? 'DIRECT',
    resolveByScript: async () => 'DIRECT',
    rules: () => settings.current().network,
    environment: {},
    passwords: createProxyPasswords(vault),
    now: Date.now,
    onChange: (state) => announce('proxy.changed', state)
  })
  const authority = openOwnAuthority({
    path: join(dataDir, 'own-authority.pem'),
    now: Date.now,
    onChange: () => proxy.connectAnew(),
    onDefect: (error) => log.error('authority', error)
  })
  const connections = openConnections({ shelf: file.section('connections'), now: Date.now, newId: randomUUID })
  const practice = createPracticeDoor(join(dataDir, 'practice'))
  const drafts = createDrafts()
  const restored = await restoreConnection({ connections, vault, practice })
  const studio = await openStudio({
    dataDir,
    libraryDir: settings.current().libraryFolder,
    connection: restored.connection,
    others: await restoreOthers({ connections, vault }),
    appVersion: '0.0.0-test',
    recipes: () => settings.current().recipes,
    nameRule: () => settings.current().nameRule,
    spendingRules: () => ({ ...settings.current(), asksBeforeTwins: false }),
    timeScale: parts.timeScale ?? 1,
    dispatcherFor: proxy.dispatcherFor
  })
  const account = createAccount({
    connections,
    vault,
    practice,
    studio,
    parseBaseUrl,
    sealing,
    restored,
    takeOffClipboard: (typed) =>
      takeOffClipboard([{ readText: async () => clipboard.text, clear: () => void (clipboard.text = '') }], typed),
    onChange: () => announce('account.changed', account.state())
  })
  const stopPublishing = publish({
    studio,
    accountState: account.state,
    announce,
    setTimer: (delayInMs, run) => {
      const timer = setTimeout(run, delayInMs)
      return () => clearTimeout(timer)
    }
  })
  const answers = new Map<string, (sender: Sender, payload: unknown) => Promise<Outcome<unknown>>>()
  register({
    log,
    handle: (channel, answer) => answers.set(channel, answer),
    handlers: Promise.resolve(
      createHandlers({
        studio,
        account,
        settings,
        diagnostics: createDiagnostics({
          dataDir,
          crashDumps: join(dataDir, 'crashes'),
          versions: { Kiln: '0.0.0-test', Electron: null, Chromium: null, Node: process.versions.node, SQLite: null },
          settings: settings.current,
          studio,
          saveCopy,
          onProgress: (progress) => announce('diagnostics.progress', progress)
        }),
        network: {
          check: (baseUrl) =>
            checkConnection(
              {
                way: proxy,
                dispatcherFor: proxy.dispatcherFor,
                beforeConnecting: () => undefined,
                own: authority.certificates,
                studio,
                connectedTo: () => studio.account().baseUrl,
                now: Date.now
              },
              baseUrl
            ),
          // Whatever address a payload sets, nothing is asked for there.
          script: async () => null,
          authority: authority.state,
          takeAuthority: authority.take,
          forgetAuthority: authority.forget,
          rulesChanged: () => proxy.rulesChanged(null)
        },
        proxy: createProxyPort(proxy, sealing),
        drafts,
        announce,
        changeLanguage: async (choice) => void done.push(`language ${choice}`),
        farewell: { heard: () => void done.push('closing heard') },
        dialogs: {
          chooseMedia: async () => dialogs.media,
          choosePresetsFile: async () => dialogs.presets,
          chooseTable: async () => dialogs.table,
          chooseAuthority: async () => dialogs.table,
          chooseFolderOfMedia: async () => dialogs.folder,
          chooseFolder: async () => dialogs.folder,
          chooseTarget: async () => dialogs.folder,
          chooseSavePath: async () => dialogs.savePath
        },
        shell: {
          showItemInFolder: async (path) => void done.push(`show ${path}`),
          openFolder: async (path) => void done.push(`open ${path}`),
          copyText: async (text) => void done.push(`copy ${text}`),
          copyPicture: async (path) => void done.push(`copy picture ${path}`),
          startDrag: (paths) => void done.push(`drag ${paths.join(' ')}`),
          saveCopy,
          readLicences: async () => 'sharp, Apache-2.0',
          saveText,
          checkFolder
        },
        keepMade: createMadeFiles(join(dataDir, 'pasted'), Date.now, studio.desk.mentions),
        capture: createCaptureGate(async () => true),
        arrivals: { ...createArrivals(() => announce('arrivals.came', null)), opened: () => undefined },
        menu: { offer: (deeds) => void done.push(`offer ${deeds.join(' ')}`) },
        updates: createUpdates({
          updater: 'unpackaged',
          source: null,
          studio,
          rules: () => settings.current().updates,
          announce,
          onTrouble: (error) => done.push(`update trouble ${String(error)}`),
          now: Date.now,
          setTimer: () => () => undefined
        }),
        notices: { takePlace: () => null, rulesChanged: () => void done.push('notice rules changed') },
        appInfo: async () => ({
          version: '0.0.0-test',
          platform: store.platform,
          isKeyStorageSecure: await vault.isSecure(),
          spellingLanguages: []
        })
      })
    )
  })

  return {
    crossings,
    clipboard,
    dialogs,
    done,
    askAs: async (name, sender, payload) => answers.get(channelOf(name))?.(sender, structuredClone(payload)),
    ask: async (name, input) => {
      const channel = channelOf(name)
      record('page to main', channel, input)
      const outcome = await answers.get(channel)?.(page, structuredClone(input))
      record('main to page', channel, outcome)
      return structuredClone(outcome) as never
    },
    close: async () => {
      stopPublishing()
      await studio.close()
      await practice.stop()
      await proxy.close()
    }
  }
}

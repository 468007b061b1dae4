import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAccount, restoreConnection, restoreOthers } from '../../electron/account/account.ts'
import { openConnections } from '../../electron/account/connections.ts'
import { createKeyVault } from '../../electron/account/key-vault.ts'
import type { SecureStore } from '../../electron/account/key-vault.ts'
import { createProxyPasswords } from '../../electron/account/proxy-passwords.ts'
import { createUnsealer } from '../../electron/account/unsealer.ts'
import { parseBaseUrl } from '../../electron/api/base-url.ts'
import { createOpenRequestQueue } from '../../electron/desktop/open-requests.ts'
import { createMediaPermissions } from '../../electron/desktop/media-permissions.ts'
import { openLog } from '../../electron/desktop/log.ts'
import { createPastedFiles } from '../../electron/desktop/pasted-files.ts'
import { createPracticeLauncher } from '../../electron/desktop/practice-launcher.ts'
import { checkConnection } from '../../electron/desktop/check-connection.ts'
import { createDiagnostics } from '../../electron/desktop/diagnostics.ts'
import { openCustomCa } from '../../electron/desktop/custom-ca.ts'
import { createProxyPort } from '../../electron/desktop/proxy-port.ts'
import { checkFolder, saveCopy, saveText } from '../../electron/desktop/save-copy.ts'
import { createUpdates } from '../../electron/desktop/updates.ts'
import { openSettings } from '../../electron/desktop/settings.ts'
import { clearClipboard } from '../../electron/desktop/clear-clipboard.ts'
import { createSystemProxy } from '../../electron/desktop/system-proxy.ts'
import { createFileTokens } from '../../electron/ipc/file-tokens.ts'
import { createHandlers } from '../../electron/ipc/handlers.ts'
import { publish } from '../../electron/ipc/publish.ts'
import { register } from '../../electron/ipc/register.ts'
import type { Sender } from '../../electron/ipc/register.ts'
import { images } from '../../electron/images/images.ts'
import { openStudio } from '../../electron/studio.ts'
import { channelOf } from '../../shared/ipc-names.ts'
import type { RequestInput, RequestName, RequestOutputs } from '../../shared/ipc.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { openSettingsFileInNode } from '../account/settings-file-in-node.ts'

/** A payload sent between page and main process, as JSON. */
export type Crossing = { readonly direction: 'page to main' | 'main to page'; readonly channel: string; readonly payload: string }

export type KilnWithoutWindow = {
  readonly ask: <Name extends RequestName>(name: Name, input: RequestInput<Name>) => Promise<Outcome<RequestOutputs[Name]>>
  /** Like `ask`, but accepts any sender and payload, and records nothing. Clones the payload as Electron does. */
  readonly askAs: (name: RequestName, sender: Sender, payload: unknown) => Promise<unknown>
  readonly crossings: readonly Crossing[]
  /** The user's answers to the system dialogs. A dialog without an answer is cancelled. */
  readonly dialogs: { media: string[]; presets: string | null; folder: string | null; table: string | null; savePath: string | null }
  /** Content of the system clipboard. */
  readonly clipboard: { text: string }
  /** Calls to the system and to Electron, such as `copy <text>` or `quit`, oldest first. */
  readonly done: readonly string[]
  readonly close: () => Promise<void>
}

export const page: Sender = { isOwnWindow: true, isMainFrame: true, url: 'app://kiln/' }

/** Opens the whole app as `main.ts` does, but without a window. A recording IPC connection replaces Electron's. */
export async function openKilnWithoutWindow(parts: {
  readonly dataDir: string
  readonly store: SecureStore
  readonly timeScale?: number
  /** The system proxy, as a PAC result such as `PROXY host:port`. Default: `DIRECT`. */
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
    keyStore: file.section('keys'),
    now: Date.now,
    wait: () => Promise.resolve(),
    onTrouble: (what, error) => log.error(what, error)
  })
  const unsealer = createUnsealer()
  const proxy = createSystemProxy({
    resolveProxy: async () => parts.pacAnswer ?? 'DIRECT',
    resolveWithPac: async () => 'DIRECT',
    rules: () => settings.current().network,
    environment: {},
    passwords: createProxyPasswords(vault),
    now: Date.now,
    onChange: (state) => announce('proxy.changed', state)
  })
  const authority = openCustomCa({
    path: join(dataDir, 'own-authority.pem'),
    now: Date.now,
    onChange: () => proxy.reconnect(),
    onDefect: (error) => log.error('authority', error)
  })
  const connections = openConnections({ store: file.section('connections'), now: Date.now, newId: randomUUID })
  const practice = createPracticeLauncher(join(dataDir, 'practice'))
  const fileTokens = createFileTokens()
  const wait = async (delayInMs: number): Promise<void> => {
    await sleep(delayInMs, undefined, { ref: false })
  }
  const restoreResult = await restoreConnection({ connections, vault, practice, wait })
  const others = await restoreOthers({ connections, vault, wait })
  const studio = await openStudio({
    dataDir,
    libraryDir: settings.current().libraryFolder,
    connection: restoreResult.connection,
    others: others.opened,
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
    unsealer,
    restored: restoreResult,
    others,
    wait,
    onTrouble: (error) => log.error('account.late', error),
    clearClipboard: (typed) => clearClipboard([{ readText: async () => clipboard.text, clear: () => void (clipboard.text = '') }], typed),
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
                route: proxy,
                dispatcherFor: proxy.dispatcherFor,
                beforeConnecting: () => undefined,
                own: authority.certificates,
                studio,
                connectedTo: () => studio.account().baseUrl,
                now: Date.now
              },
              baseUrl
            ),
          // Requests no PAC file, whatever URL a payload contains.
          pacError: async () => null,
          customCa: authority.state,
          importCustomCa: authority.import,
          removeCustomCa: authority.forget,
          settingsChanged: () => proxy.rulesChanged(null)
        },
        proxy: createProxyPort(proxy, unsealer),
        fileTokens,
        announce,
        changeLanguage: async (choice) => void done.push(`language ${choice}`),
        windowFlush: { heard: () => void done.push('closing heard') },
        dialogs: {
          chooseMedia: async () => dialogs.media,
          choosePresetsFile: async () => dialogs.presets,
          chooseTable: async () => dialogs.table,
          chooseCertificateFile: async () => dialogs.table,
          chooseFolderOfMedia: async () => dialogs.folder,
          chooseFolder: async () => dialogs.folder,
          chooseTarget: async () => dialogs.folder,
          chooseSavePath: async () => dialogs.savePath
        },
        shell: {
          showItemInFolder: async (path) => void done.push(`show ${path}`),
          openFolder: async (path) => void done.push(`open ${path}`),
          copyText: async (text) => void done.push(`copy ${text}`),
          copyImage: async (path) => void done.push(`copy picture ${path}`),
          convertImage: (path, target) => images.run('convert', path, target),
          startDrag: (paths) => void done.push(`drag ${paths.join(' ')}`),
          saveCopy,
          readLicences: async () => 'sharp, Apache-2.0',
          saveText,
          checkFolder
        },
        savePastedFile: createPastedFiles(join(dataDir, 'pasted'), Date.now, studio.workspace.mentions),
        capture: createMediaPermissions(async () => true),
        arrivals: { ...createOpenRequestQueue(() => announce('arrivals.came', null)), opened: () => undefined },
        menu: {
          setAvailable: (actions) => void done.push(`offer ${actions.join(' ')}`),
          open: async ({ by }) => void done.push(`menu by ${by}`),
          take: () => [],
          quit: () => void done.push('quit')
        },
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
        notifications: { takeTarget: () => null, settingsChanged: () => void done.push('notice rules changed') },
        isKeyStorageSecure: vault.isSecure,
        appInfo: async () => ({
          version: '0.0.0-test',
          platform: store.platform,
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

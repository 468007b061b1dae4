import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Account } from '../../../electron/accounts/account.ts'
import { openConnections } from '../../../electron/accounts/connections.ts'
import { createKeyVault } from '../../../electron/accounts/key-vault.ts'
import type { SecureStore } from '../../../electron/accounts/key-vault.ts'
import { createProxyCredentialStore } from '../../../electron/network/proxy-credential-store.ts'
import { createUnsealer } from '../../../electron/accounts/unsealer.ts'
import { createOpenRequestQueue } from '../../../electron/launch/open-requests.ts'
import { createMediaPermissions } from '../../../electron/desktop/window/media-permissions.ts'
import { openLog } from '../../../electron/diagnostics/logger.ts'
import { createPastedFileSaver, pastedFolder } from '../../../electron/uploads/pasted-files.ts'
import { createPracticeLauncher } from '../../../electron/accounts/practice-launcher.ts'
import { restoreConnection, restoreOtherAccounts } from '../../../electron/accounts/restore-connection.ts'
import { checkConnection } from '../../../electron/network/check-connection.ts'
import { createDiagnostics } from '../../../electron/diagnostics/diagnostics.ts'
import { openCustomCa } from '../../../electron/network/custom-ca.ts'
import { createProxyPort } from '../../../electron/network/proxy-port.ts'
import { assertFolderWritable, saveFileCopy, saveText } from '../../../electron/desktop/dialogs/save-file-copy.ts'
import { createUpdateController } from '../../../electron/updates/update-controller.ts'
import { openSettings } from '../../../electron/settings/settings.ts'
import { clearSecretFromClipboards } from '../../../electron/accounts/clear-secret-from-clipboards.ts'
import { createProxyRouter } from '../../../electron/network/proxy-router.ts'
import { createFileTokens } from '../../../electron/ipc/file-tokens.ts'
import { createHandlers } from '../../../electron/ipc/handlers.ts'
import { publishStudioEvents } from '../../../electron/ipc/publish-studio-events.ts'
import { registerIpcHandlers } from '../../../electron/ipc/register-ipc-handlers.ts'
import type { IpcHandlerRegistrar, IpcSender } from '../../../electron/ipc/register-ipc-handlers.ts'
import { imageThreadPool } from '../../../electron/images/image-thread-pool.ts'
import { openStudio } from '../../../electron/studio.ts'
import { requestChannels } from '../../../shared/ipc/channels.ts'
import { pathRequests, type IpcEventName, type RequestInput, type RequestName, type RequestOutput } from '../../../shared/ipc/ipc.ts'
import type { Outcome } from '../../../shared/ipc/outcome.ts'
import { openSettingsFileInNode } from '../settings/settings-file-in-node.ts'

/** A payload sent between page and main process, as JSON. `name`: the request or event. */
export type RecordedIpcMessage = { readonly direction: 'page to main' | 'main to page'; readonly name: string; readonly payload: string }

export type KilnWithoutWindow = {
  readonly ask: <Name extends RequestName>(name: Name, input: RequestInput<Name>) => Promise<Outcome<RequestOutput<Name>>>
  /** Like `ask`, but accepts any sender and payload, and doesn't record anything. Clones the payload as Electron does. */
  readonly askAs: (name: RequestName, sender: IpcSender, payload: unknown) => Promise<unknown>
  readonly crossings: readonly RecordedIpcMessage[]
  /** The user's answers to the system dialogs. A dialog without an answer is cancelled. */
  readonly dialogs: { media: string[]; presets: string | null; folder: string | null; table: string | null; savePath: string | null }
  /** Content of the system clipboard. */
  readonly clipboard: { text: string }
  /** Calls to the system and to Electron, such as `copy <text>` or `quit`, oldest first. */
  readonly done: readonly string[]
  readonly close: () => Promise<void>
}

export const pageSender: IpcSender = { isOwnWindow: true, isMainFrame: true, url: 'app://kiln/' }

/** Opens the whole app as `main.ts` does, but without a window. A recording IPC connection replaces Electron's. */
export async function openKilnWithoutWindow(parts: {
  readonly dataDir: string
  readonly store: SecureStore
  readonly timeScale?: number
  /** The system proxy, as a PAC result such as `PROXY host:port`. Default: `DIRECT`. */
  readonly pacAnswer?: string
}): Promise<KilnWithoutWindow> {
  const { dataDir, store } = parts
  const crossings: RecordedIpcMessage[] = []
  const done: string[] = []
  const clipboard = { text: '' }
  const dialogs: KilnWithoutWindow['dialogs'] = { media: [], presets: null, folder: null, table: null, savePath: null }
  const record = (direction: RecordedIpcMessage['direction'], name: string, payload: unknown): void => {
    crossings.push({ direction, name, payload: JSON.stringify(payload) ?? 'undefined' })
  }
  const announce = (name: IpcEventName, payload: unknown): void => record('main to page', name, payload)

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
  const proxy = createProxyRouter({
    resolveProxy: async () => parts.pacAnswer ?? 'DIRECT',
    resolveWithPac: async () => 'DIRECT',
    rules: () => settings.current().network,
    environment: {},
    passwords: createProxyCredentialStore(vault),
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
  const others = await restoreOtherAccounts({ connections, vault, wait })
  const studio = await openStudio({
    dataDir,
    libraryDir: settings.current().libraryFolder,
    connection: restoreResult.connection,
    others: others.opened,
    appVersion: '0.0.0-test',
    recipes: () => settings.current().recipes,
    nameRule: () => settings.current().nameRule,
    spendingRules: () => ({ ...settings.current(), asksBeforeTwins: false }),
    isSendingPaused: () => settings.current().isSendingPaused,
    timeScale: parts.timeScale ?? 1,
    dispatcherFor: proxy.dispatcherFor
  })
  const account = new Account({
    connections,
    vault,
    practice,
    studio,
    unsealer,
    restored: restoreResult,
    others,
    wait,
    onTrouble: (error) => log.error('account.late', error),
    clearClipboard: (typed) =>
      clearSecretFromClipboards([{ readText: async () => clipboard.text, clear: () => void (clipboard.text = '') }], typed),
    onChange: () => announce('account.changed', account.state())
  })
  const stopPublishing = publishStudioEvents({
    studio,
    accountState: () => account.state(),
    announce,
    setTimer: (delayInMs, run) => {
      const timer = setTimeout(run, delayInMs)
      return () => clearTimeout(timer)
    }
  })
  const answers = new Map<string, Parameters<IpcHandlerRegistrar>[1]>()
  registerIpcHandlers({
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
          saveCopy: saveFileCopy,
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
          // Doesn't request a PAC file, whatever URL a payload contains.
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
          convertImage: (path, target) => imageThreadPool.run('convert', path, target),
          startDrag: (paths) => void done.push(`drag ${paths.join(' ')}`),
          saveCopy: saveFileCopy,
          readLicences: async () => 'sharp, Apache-2.0',
          saveText,
          checkFolder: assertFolderWritable
        },
        savePastedFile: createPastedFileSaver(pastedFolder(dataDir), Date.now, studio.workspace.mentions),
        capture: createMediaPermissions(async () => true),
        arrivals: { ...createOpenRequestQueue(() => announce('arrivals.came', null)), opened: () => undefined },
        menu: {
          setAvailable: (actions) => void done.push(`offer ${actions.join(' ')}`),
          open: async ({ by }) => void done.push(`menu by ${by}`),
          take: () => [],
          quit: () => void done.push('quit')
        },
        updates: createUpdateController({
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
    askAs: async (name, sender, payload) => answers.get(channelOf(name))?.(sender, name, structuredClone(payload)),
    ask: async (name, input) => {
      record('page to main', name, input)
      const outcome = await answers.get(channelOf(name))?.(pageSender, name, structuredClone(input))
      record('main to page', name, outcome)
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

function channelOf(name: RequestName): string {
  return name in pathRequests ? requestChannels.path : requestChannels.page
}

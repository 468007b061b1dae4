import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { app, BrowserWindow, clipboard, session, shell } from 'electron'
import type { LanguageChoice } from '../../shared/words/languages.ts'
import { createAccount, restoreConnection, restoreOthers } from '../account/account.ts'
import { openConnections } from '../account/connections.ts'
import { createKeyVault } from '../account/key-vault.ts'
import { createProxyPasswords } from '../account/proxy-passwords.ts'
import { createSealing } from '../account/sealing.ts'
import type { DispatcherFor } from '../api/http-client.ts'
import { parseBaseUrl } from '../api/base-url.ts'
import { standingWords } from '../core/tray-words.ts'
import type { WorkCounts } from '../core/work-under-way.ts'
import { createDrafts } from '../ipc/drafts.ts'
import { createFarewell } from '../ipc/farewell.ts'
import { createHandlers } from '../ipc/handlers.ts'
import type { Handlers } from '../ipc/handlers.ts'
import type { ArrivalsPort, CapturePort, LogPort, MenuPort, SettingsPort } from '../ipc/ports.ts'
import { publish } from '../ipc/publish.ts'
import { openStudio } from '../studio.ts'
import type { NoUpdateReason } from '../../shared/update.ts'
import type { MediaDoor } from './app-protocol.ts'
import { checkConnection } from './check-connection.ts'
import { desktopShell } from './desktop-shell.ts'
import { createDiagnostics } from './diagnostics.ts'
import { createDialogs } from './dialogs.ts'
import { createMediaDoor } from './media-door.ts'
import { announceToWindows, countOfWindows } from './page-door.ts'
import { fetchScript } from './fetch-script.ts'
import { followWork } from './follow-work.ts'
import { createMadeFiles } from './made-files.ts'
import { noUpdatesFor, updateSourceIn } from './no-updates.ts'
import { isOnNetwork } from './is-on-network.ts'
import { createNotices } from './notices.ts'
import { createPracticeDoor } from './practice-door.ts'
import { openOwnAuthority } from './own-authority.ts'
import { createProxyPort } from './proxy-port.ts'
import { createScriptedSession } from './scripted-session.ts'
import { systemSecureStore } from './secure-store.ts'
import type { SettingsFile } from './settings-file.ts'
import { createSystemTrust } from './system-certificates.ts'
import { createShowNotice, hearOldNotices } from './system-notices.ts'
import { createSystemProxy } from './system-proxy.ts'
import { takeOffClipboard } from './take-off-clipboard.ts'
import { createUpdates, type Updater } from './updates.ts'
import { createShowStanding } from './show-standing.ts'
import { trayTemplate, type TrayIcon } from './tray.ts'
import { watchMachine } from './watch-machine.ts'

/** Results that the tray names. */
const mostRecent = 5

/** Everything behind the window: what answers its requests, serves its media, and closes at the end. */
export type House = {
  readonly handlers: Handlers
  readonly media: MediaDoor
  readonly counts: () => WorkCounts
  readonly close: () => Promise<void>
}

export type HouseParts = {
  readonly dataDir: string
  readonly file: SettingsFile
  readonly settings: SettingsPort
  readonly log: LogPort
  readonly capture: CapturePort
  readonly arrivals: ArrivalsPort
  /** Files were taken from this folder, or saved into it. */
  readonly noteFolder: (folder: string) => void
  readonly menu: MenuPort
  readonly tray: TrayIcon
  /** A person wants to quit. */
  readonly quit: () => void
  /** Brings the window to the front; opens it where there is none. */
  readonly bringUp: () => void
  /** Puts a language into force in main. */
  readonly speakAs: (choice: LanguageChoice) => Promise<void>
  /** The notice by whose click the system started Kiln; null: it was started in another way. */
  readonly openedBy: string | null
}

/** Builds every part by hand and hands each what it needs. Asks for an Electron that is ready. */
export async function openHouse(parts: HouseParts): Promise<House> {
  const { dataDir, file, settings, log, capture, arrivals, noteFolder, bringUp, openedBy, speakAs, tray, quit, menu } = parts
  const authority = openOwnAuthority({
    path: join(dataDir, 'own-authority.pem'),
    now: Date.now,
    onChange: () => {
      trust.ownChanged()
      proxy.connectAnew()
    },
    onDefect: (error) => log.error('authority', error)
  })
  const trust = createSystemTrust({ own: authority.certificates, onError: (error) => log.error('certificates', error) })

  const { platform } = process
  const store = systemSecureStore(platform === 'darwin' || platform === 'win32' ? platform : 'linux')
  const vault = createKeyVault({
    store,
    shelf: file.section('keys'),
    now: Date.now,
    wait: async (delayInMs) => {
      await sleep(delayInMs)
    },
    onTrouble: (what, error) => log.error(`vault: ${what}`, error)
  })
  const connections = openConnections({ shelf: file.section('connections'), now: Date.now, newId: randomUUID })
  const practice = createPracticeDoor(join(dataDir, 'practice'))
  const sealing = createSealing()
  const scripted = createScriptedSession({
    session: session.defaultSession,
    fetchScript: (address) => {
      if (address.startsWith('https:')) trust.beforeConnecting()
      return fetchScript(address)
    },
    isOnNetwork,
    now: Date.now,
    onTrouble: (trouble) => log.info('network.script', trouble ?? { kind: 'fine' })
  })
  const proxy = createSystemProxy({
    resolveProxy: scripted.resolveBySystem,
    resolveByScript: scripted.resolveByScript,
    rules: () => settings.current().network,
    environment: process.env,
    passwords: createProxyPasswords(vault),
    now: Date.now,
    onChange: (state) => announceToWindows('proxy.changed', state)
  })
  const dispatcherFor: DispatcherFor = (origin) => {
    // A proxy may be spoken to in secret where the service is not.
    if (origin.startsWith('https:') || settings.current().network.way !== 'system') trust.beforeConnecting()
    return proxy.dispatcherFor(origin)
  }
  const drafts = createDrafts()

  const restored = await restoreConnection({ connections, vault, practice })
  const studio = await openStudio({
    dataDir,
    libraryDir: settings.current().libraryFolder,
    connection: restored.connection,
    others: await restoreOthers({ connections, vault }),
    appVersion: app.getVersion(),
    spendingRules: () => {
      const { dailyLimit, confirmAbove } = settings.current()
      return { dailyLimit, confirmAbove, asksBeforeTwins: true }
    },
    recipes: () => settings.current().recipes,
    nameRule: () => settings.current().nameRule,
    trashItem: (path) => shell.trashItem(path),
    dispatcherFor
  })
  if (studio.unreadableTasks() > 0) log.info('journal.unreadable', { tasks: studio.unreadableTasks() })
  const account = createAccount({
    connections,
    vault,
    practice,
    studio,
    parseBaseUrl,
    sealing,
    restored,
    takeOffClipboard: (typed) => takeOffClipboard(platform === 'linux' ? [clipboard, clipboard.selection] : [clipboard], typed),
    onChange: () => announceToWindows('account.changed', account.state())
  })
  const farewell = createFarewell({ announce: announceToWindows, openPages: countOfWindows, setTimer })
  const stopPublishing = publish({ studio, accountState: account.state, announce: announceToWindows, setTimer })
  const notices = createNotices({
    studio,
    rules: () => settings.current().notices,
    isLookedAt: () => BrowserWindow.getFocusedWindow() !== null,
    show: createShowNotice((error) => log.error('notice', new Error(error))),
    bringUp,
    announce: announceToWindows,
    memory: file.section('notices'),
    untold: file.section('untold'),
    accountName: (connectionId) => {
      const { connection, others } = account.state()
      return [connection, ...others].find((one) => one?.id === connectionId)?.name ?? connectionId
    },
    now: Date.now,
    setTimer
  })
  const updater = await openUpdater(log, dispatcherFor)
  const updates = createUpdates({
    updater,
    source: typeof updater === 'string' ? null : updateSourceIn(process.resourcesPath),
    studio,
    rules: () => settings.current().updates,
    announce: announceToWindows,
    onTrouble: (error) => log.error('updates', error),
    now: Date.now,
    setTimer
  })
  hearOldNotices(notices.lead)
  const showStanding = createShowStanding()
  const work = followWork({
    studio,
    now: Date.now,
    setTimer,
    onChange: (standing) => {
      showStanding(standing)
      const template = trayTemplate({
        counts: standing.counts,
        recent: studio.tasks({ phases: ['done'], limit: mostRecent }),
        onOpen: bringUp,
        onNewTask: () => {
          bringUp()
          announceToWindows('app.menu', 'gallery')
        },
        onQueue: () => notices.lead('queue'),
        onResult: (id) => notices.lead(`task-${id}`),
        onQuit: quit
      })
      tray.update(template, standingWords(standing.counts))
    }
  })
  if (openedBy !== null) notices.lead(openedBy)
  // A look at the window is a look at the contract, at most every few minutes, and at the drives; what stands in their way is told elsewhere.
  const lookAround = (): void => {
    notices.looked()
    studio.lookAtContract('when-due').catch((error: unknown) => log.error('contract.look', error))
    void studio.lookAtStorage()
  }
  app.on('browser-window-focus', lookAround)
  const stopWatching = watchMachine(() => {
    scripted.readAnew()
    proxy.forgetAnswers()
    studio.wake()
    account.wake().catch((error: unknown) => log.error('account.wake', error))
  })

  return {
    counts: work.counts,
    media: createMediaDoor({ studio, drafts }),
    handlers: createHandlers({
      studio,
      account,
      settings,
      diagnostics: createDiagnostics({
        dataDir,
        crashDumps: app.getPath('crashDumps'),
        versions: {
          Kiln: app.getVersion(),
          Electron: process.versions['electron'] ?? null,
          Chromium: process.versions['chrome'] ?? null,
          Node: process.versions.node,
          SQLite: process.versions['sqlite'] ?? null
        },
        settings: settings.current,
        studio,
        saveCopy: desktopShell.saveCopy,
        onProgress: (progress) => announceToWindows('diagnostics.progress', progress)
      }),
      network: {
        check: (baseUrl) => {
          scripted.readAnew()
          proxy.forgetAnswers()
          return checkConnection(
            {
              way: proxy,
              dispatcherFor,
              beforeConnecting: trust.beforeConnecting,
              own: authority.certificates,
              studio,
              connectedTo: () => studio.account().baseUrl,
              now: Date.now
            },
            baseUrl
          )
        },
        script: async () => {
          const { way, pacUrl } = settings.current().network
          return way === 'pac' ? scripted.tryScript(pacUrl) : null
        },
        authority: authority.state,
        takeAuthority: authority.take,
        forgetAuthority: authority.forget,
        rulesChanged: () => {
          const { baseUrl } = studio.account()
          scripted.readAnew()
          proxy.rulesChanged(baseUrl === null ? null : new URL(baseUrl).origin)
        }
      },
      proxy: createProxyPort(proxy, sealing),
      drafts,
      dialogs: createDialogs({ section: file.section('folders'), downloadsFolder: app.getPath('downloads'), noteFolder }),
      shell: desktopShell,
      keepMade: createMadeFiles(join(dataDir, 'pasted'), Date.now, studio.desk.mentions),
      capture,
      notices,
      updates,
      arrivals,
      menu,
      announce: announceToWindows,
      farewell,
      changeLanguage: async (choice) => {
        await farewell.say()
        await speakAs(choice)
        for (const window of BrowserWindow.getAllWindows()) window.reload()
      },
      appInfo: async () => ({
        version: app.getVersion(),
        platform: store.platform,
        isKeyStorageSecure: await vault.isSecure(),
        spellingLanguages: process.platform === 'darwin' ? [] : session.defaultSession.availableSpellCheckerLanguages
      })
    }),
    close: async () => {
      await farewell.say()
      app.off('browser-window-focus', lookAround)
      stopWatching()
      work.close()
      tray.show(false)
      notices.close()
      updates.close()
      stopPublishing()
      await studio.close()
      await practice.stop()
      await proxy.close()
    }
  }
}

/** Where this copy does not update itself, nothing of electron-updater is read in. */
async function openUpdater(log: LogPort, dispatcherFor: DispatcherFor): Promise<Updater | NoUpdateReason> {
  const { platform, env: environment, resourcesPath } = process
  const reason = noUpdatesFor({ isPackaged: app.isPackaged, platform, environment, resourcesPath })
  if (reason !== null) return reason
  const { createUpdater, openAppUpdater } = await import('./system-updater.ts')
  return createUpdater(openAppUpdater(platform), dispatcherFor, (error) => log.error('updates', error))
}

function setTimer(delayInMs: number, elapsed: () => void): () => void {
  const timer = setTimeout(elapsed, delayInMs)
  return () => clearTimeout(timer)
}

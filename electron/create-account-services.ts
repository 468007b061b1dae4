import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { app, clipboard, shell } from 'electron'
import { Account } from './accounts/account.ts'
import { clearSecretFromClipboards } from './accounts/clear-secret-from-clipboards.ts'
import { openConnections } from './accounts/connections.ts'
import type { KeyVault } from './accounts/key-vault.ts'
import { createPracticeLauncher } from './accounts/practice-launcher.ts'
import { restoreConnection, restoreOtherAccounts } from './accounts/restore-connection.ts'
import type { Unsealer } from './accounts/unsealer.ts'
import type { AppServicesOptions } from './create-app-services.ts'
import { broadcastEvent } from './desktop/window/window-ipc.ts'
import type { DispatcherResolver } from './service/http-client.ts'
import { timeScaleFrom } from './launch/time-scale.ts'
import { openStudio, type Studio } from './studio.ts'

export type AccountServices = {
  readonly studio: Studio
  readonly account: Account
  readonly practice: ReturnType<typeof createPracticeLauncher>
}

type AccountServicesOptions = Pick<AppServicesOptions, 'dataDir' | 'file' | 'settings' | 'log' | 'menu'> & {
  readonly vault: KeyVault
  readonly unsealer: Unsealer
  readonly dispatcherFor: DispatcherResolver
}

/** Restores the accounts with their keys, and opens the studio with these accounts. */
export async function openAccountServices({
  dataDir,
  file,
  settings,
  log,
  menu,
  vault,
  unsealer,
  dispatcherFor
}: AccountServicesOptions): Promise<AccountServices> {
  const connections = openConnections({ store: file.section('connections'), now: Date.now, newId: randomUUID })
  const practice = createPracticeLauncher(join(dataDir, 'practice'))
  const [restoreResult, restoredOthers] = await Promise.all([
    restoreConnection({ connections, vault, practice, wait }),
    restoreOtherAccounts({ connections, vault, wait })
  ])
  const studio = await openStudio({
    dataDir,
    libraryDir: settings.current().libraryFolder,
    connection: restoreResult.connection,
    others: restoredOthers.opened,
    appVersion: app.getVersion(),
    spendingRules: () => {
      const { dailyLimit, confirmAbove } = settings.current()
      return { dailyLimit, confirmAbove, asksBeforeTwins: true }
    },
    isSendingPaused: () => settings.current().isSendingPaused,
    recipes: () => settings.current().recipes,
    nameRule: () => settings.current().nameRule,
    trashItem: (path) => shell.trashItem(path),
    dispatcherFor,
    timeScale: timeScaleFrom({ environment: process.env, isPackaged: app.isPackaged })
  })
  if (studio.unreadableTasks() > 0) log.info('journal.unreadable', { tasks: studio.unreadableTasks() })
  const account = new Account({
    connections,
    vault,
    practice,
    studio,
    unsealer,
    restored: restoreResult,
    others: restoredOthers,
    wait,
    clearClipboard: (typed) =>
      clearSecretFromClipboards(process.platform === 'linux' ? [clipboard, clipboard.selection] : [clipboard], typed),
    onChange: () => {
      menu.followAccount()
      broadcastEvent('account.changed', account.state())
    },
    onTrouble: (error) => log.error('account.late', error)
  })
  return { studio, account, practice }
}

export async function wait(delayInMs: number): Promise<void> {
  await sleep(delayInMs)
}

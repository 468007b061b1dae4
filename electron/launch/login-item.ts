import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { app } from 'electron'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import type { SettingsStore } from '../settings/settings.ts'
import { autostartEntry } from './autostart-entry.ts'
import { programFilePath } from './install-kind.ts'
import { hiddenFlag } from './launch-arguments.ts'

/** Reads and changes whether the system opens Kiln at login. */
export type LoginItem = {
  readonly isOn: () => boolean
  /** Turns opening at login on or off. @throws if the system rejects the change. */
  readonly set: (isOn: boolean) => void
}

/**
 * Wraps `settings`, because the system stores the login item. At start, `opensAtLogin` is set to the system's value. If the system rejects
 * a change, `change` throws a `UserFacingError` and saves nothing.
 */
export function withLoginItem(settings: SettingsStore, item: LoginItem): SettingsStore {
  const { desktop } = settings.current()
  if (desktop.opensAtLogin !== item.isOn()) settings.change({ desktop: { ...desktop, opensAtLogin: item.isOn() } })
  return {
    current: settings.current,
    change: (change) => {
      const wanted = change.desktop?.opensAtLogin
      if (wanted !== undefined && wanted !== settings.current().desktop.opensAtLogin) {
        try {
          item.set(wanted)
        } catch (cause) {
          throw new UserFacingError(say('Kiln couldn’t change whether it opens at login.'), {
            advice: say('Check startup apps in your system settings.'),
            cause
          })
        }
      }
      return settings.change(change)
    }
  }
}

/** Returns the login item for the current platform. On Linux, it is an XDG autostart file. */
export function createLoginItem(): LoginItem {
  return process.platform === 'linux' ? autostartFile() : systemLoginItem()
}

function systemLoginItem(): LoginItem {
  const [path = process.execPath, ...args] = startText()
  return {
    // Windows finds the entry by its path and arguments. macOS ignores both, so `main.ts` reads `wasOpenedAtLogin` there.
    isOn: () => app.getLoginItemSettings({ path, args }).openAtLogin,
    set: (isOn) => app.setLoginItemSettings({ openAtLogin: isOn, path, args })
  }
}

function autostartFile(): LoginItem {
  const settings = process.env['XDG_CONFIG_HOME'] || join(app.getPath('home'), '.config')
  // A development build must not change the installed copy's file.
  const path = join(settings, 'autostart', app.isPackaged ? 'app.kiln.desktop.desktop' : 'app.kiln.dev.desktop')
  return {
    isOn: () => {
      try {
        return !/^Hidden=true$/m.test(readFileSync(path, 'utf8'))
      } catch {
        return false
      }
    },
    set: (isOn) => {
      if (!isOn) return rmSync(path, { force: true })
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, autostartEntry(startText()))
    }
  }
}

function startText(): string[] {
  return [programFilePath(process.env, process.execPath), ...(app.isPackaged ? [] : [app.getAppPath()]), hiddenFlag]
}

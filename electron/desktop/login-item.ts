import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { app } from 'electron'
import { PlainProblem } from '../../shared/problem.ts'
import { say } from '../../shared/words/say.ts'
import type { SettingsPort } from '../ipc/ports.ts'
import { autostartEntry } from './autostart-entry.ts'
import { hiddenWord } from './launch-words.ts'

/** Whether the system starts Kiln with the session. */
export type LoginItem = {
  readonly isOn: () => boolean
  /** @throws when the system does not take it. */ readonly set: (isOn: boolean) => void
}

/**
 * The settings, of which one is kept by the system: what a person has changed there since counts, and what it does not take is not kept here.
 */
export function withLoginItem(settings: SettingsPort, item: LoginItem): SettingsPort {
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
          throw new PlainProblem(say('The system did not take that.'), {
            advice: say('Look in its own settings, among the programs that start with it.'),
            cause
          })
        }
      }
      return settings.change(change)
    }
  }
}

/** macOS and Windows keep it themselves; on Linux it is a file that every desktop reads. */
export function createLoginItem(): LoginItem {
  return process.platform === 'linux' ? autostartFile() : systemLoginItem()
}

function systemLoginItem(): LoginItem {
  const args = [hiddenWord]
  return {
    isOn: () => app.getLoginItemSettings({ args }).openAtLogin,
    // macOS gives no words along; it tells afterwards that Kiln was opened at login.
    set: (isOn) => app.setLoginItemSettings({ openAtLogin: isOn, args })
  }
}

function autostartFile(): LoginItem {
  const settings = process.env['XDG_CONFIG_HOME'] || join(app.getPath('home'), '.config')
  const path = join(settings, 'autostart', 'app.kiln.desktop.desktop')
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
      writeFileSync(path, autostartEntry(startWords()))
    }
  }
}

/** An AppImage is unpacked into another folder at each start: what lasts is its own file. */
function startWords(): readonly string[] {
  const program = process.env['APPIMAGE'] || process.execPath
  return [program, ...(app.isPackaged ? [] : [app.getAppPath()]), hiddenWord]
}

import type { DesktopSettings } from '../../shared/app/desktop-settings.ts'
import type { AppInfo } from '../../shared/ipc/app.ts'
import { say, word } from '../../shared/i18n/say.ts'
import { Switch } from '../ui/switch.tsx'
import styles from './settings-view.module.css'
import { useChangeSettings } from './use-change-settings.ts'

type Platform = AppInfo['platform']

const trayText: Readonly<Record<Platform, { readonly label: string; readonly help: string }>> = {
  darwin: { label: word('Show icon in the menu bar'), help: word('See running tasks and recent results without opening the window.') },
  win32: {
    label: word('Show icon in the notification area'),
    help: word('With this on, Kiln keeps running when you close its window. Quit from the icon’s menu.')
  },
  linux: {
    label: word('Show tray icon'),
    help: word(
      'See running tasks and recent results without opening the window. Some desktops don’t show tray icons. GNOME needs an extension.'
    )
  }
}

/** Switches for desktop integration, such as the tray icon. */
export function DesktopSwitches({ rules, platform }: { readonly rules: DesktopSettings; readonly platform: Platform }) {
  const change = useChangeSettings()
  const set = (different: Partial<DesktopSettings>) => void change({ desktop: { ...rules, ...different } })
  return (
    <div className={styles.switches}>
      <Switch
        label={say(trayText[platform].label)}
        help={say(trayText[platform].help)}
        checked={rules.tray}
        onChange={(tray) => set({ tray })}
      />
      <Switch
        label={say('Open at login')}
        help={rules.tray ? say('Kiln starts in the background when you log in.') : say('Kiln starts and opens its window when you log in.')}
        checked={rules.opensAtLogin}
        onChange={(opensAtLogin) => set({ opensAtLogin })}
      />
      <Switch
        label={say('Ask before quitting while tasks are in progress')}
        help={say('Shows which tasks continue and which wait until you reopen Kiln. Nothing is lost either way.')}
        checked={rules.asksBeforeQuit}
        onChange={(asksBeforeQuit) => set({ asksBeforeQuit })}
      />
    </div>
  )
}

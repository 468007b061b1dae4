import type { DesktopRules } from '../../shared/desktop-rules.ts'
import type { AppInfo } from '../../shared/ipc.ts'
import { say, word } from '../../shared/words/say.ts'
import { Switch } from '../ui/switch.tsx'
import styles from './settings-view.module.css'
import { useChangeSettings } from './use-change-settings.ts'

type Platform = AppInfo['platform']

const trayWords: Readonly<Record<Platform, { readonly label: string; readonly help: string }>> = {
  darwin: { label: word('Icon in the menu bar'), help: word('What runs and what was made lately, at hand without the window.') },
  win32: {
    label: word('Icon beside the clock'),
    help: word('While it is there, Kiln goes on when its window is closed. Quit is in its menu.')
  },
  linux: {
    label: word('Icon in the tray'),
    help: word(
      'What runs and what was made lately, at hand without the window. Not every desktop shows such icons: GNOME needs an extension.'
    )
  }
}

/** How Kiln stands among the other programs. */
export function DesktopSwitches({ rules, platform }: { readonly rules: DesktopRules; readonly platform: Platform }) {
  const change = useChangeSettings()
  const set = (different: Partial<DesktopRules>) => void change({ desktop: { ...rules, ...different } })
  return (
    <div className={styles.switches}>
      <Switch
        label={say(trayWords[platform].label)}
        help={say(trayWords[platform].help)}
        checked={rules.tray}
        onChange={(tray) => set({ tray })}
      />
      <Switch
        label={say('Open at login')}
        help={
          rules.tray
            ? say('Kiln starts with your session, without opening its window before you ask for it.')
            : say('Kiln starts with your session, and its window opens.')
        }
        checked={rules.opensAtLogin}
        onChange={(opensAtLogin) => set({ opensAtLogin })}
      />
      <Switch
        label={say('Ask before quitting while there is work under way')}
        help={say('Says what goes on at the service, and what waits here until Kiln is open again. Nothing is lost either way.')}
        checked={rules.asksBeforeQuit}
        onChange={(asksBeforeQuit) => set({ asksBeforeQuit })}
      />
    </div>
  )
}

import { z } from 'zod'

export const desktopSettingsSchema = z.object({
  tray: z.boolean(),
  opensAtLogin: z.boolean(),
  asksBeforeQuit: z.boolean()
})
/** Desktop integration settings. */
export type DesktopSettings = Readonly<z.infer<typeof desktopSettingsSchema>>

/** Returns the default settings. The tray icon is on only on Windows, where every user sees tray icons. */
export function defaultDesktopSettings(platform: 'darwin' | 'win32' | 'linux'): DesktopSettings {
  return { tray: platform === 'win32', opensAtLogin: false, asksBeforeQuit: true }
}

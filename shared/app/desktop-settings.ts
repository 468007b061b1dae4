import { z } from 'zod'

export const desktopSettingsSchema = z.object({
  tray: z.boolean(),
  opensAtLogin: z.boolean(),
  asksBeforeQuit: z.boolean()
})
export type DesktopSettings = Readonly<z.infer<typeof desktopSettingsSchema>>

/** Returns the default settings. The tray icon is enabled only on Windows, where tray icons are always available. */
export function defaultDesktopSettings(platform: 'darwin' | 'win32' | 'linux'): DesktopSettings {
  return { tray: platform === 'win32', opensAtLogin: false, asksBeforeQuit: true }
}

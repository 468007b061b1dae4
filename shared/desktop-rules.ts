import { z } from 'zod'

export const desktopRulesSchema = z.object({
  tray: z.boolean(),
  opensAtLogin: z.boolean(),
  asksBeforeQuit: z.boolean()
})
/** How Kiln stands among the other programs of this computer. */
export type DesktopRules = Readonly<z.infer<typeof desktopRulesSchema>>

/** Windows alone has a place for such icons that everybody has in sight and knows. */
export function defaultDesktopRules(platform: 'darwin' | 'win32' | 'linux'): DesktopRules {
  return { tray: platform === 'win32', opensAtLogin: false, asksBeforeQuit: true }
}

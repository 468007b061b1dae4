import { z } from 'zod'

export const themes = ['system', 'dark', 'light'] as const
export type Theme = (typeof themes)[number]

export type Settings = {
  readonly theme: Theme
  /** Absolute path of the folder that results are kept in. */
  readonly libraryFolder: string
  readonly favourites: readonly string[]
}

/** What the page may change; the library folder is chosen through the system's own dialog. */
export const settingsChangeSchema = z.object({
  theme: z.enum(themes).optional(),
  favourites: z.array(z.string().max(200)).max(500).optional()
})
export type SettingsChange = z.infer<typeof settingsChangeSchema>

import { z } from 'zod'
import type { SettingsFileSection } from '../../settings/settings-file.ts'

const mostRecent = 10
const recentSchema = z.array(z.string().min(1)).catch([])

/** Files or folders that were recently used in Kiln, newest first. Their paths never leave the main process. */
export type RecentPaths = { readonly list: () => readonly string[]; readonly add: (path: string) => void; readonly clear: () => void }

/** Creates a list of recent paths. `system`: the lists that macOS and Windows show in the dock and in the taskbar. */
export function createRecentPaths(parts: {
  readonly section: SettingsFileSection<readonly string[]>
  readonly system: { readonly add: (path: string) => void; readonly clear: () => void }
  readonly onChange: () => void
}): RecentPaths {
  const { section, system, onChange } = parts
  let paths: readonly string[] = recentSchema.parse(section.read()).slice(0, mostRecent)
  function change(next: readonly string[]): void {
    paths = next
    section.write(next)
    onChange()
  }
  return {
    list: () => paths,
    add: (path) => {
      system.add(path)
      if (path !== paths[0]) change([path, ...paths.filter((other) => other !== path)].slice(0, mostRecent))
    },
    clear: () => {
      system.clear()
      change([])
    }
  }
}

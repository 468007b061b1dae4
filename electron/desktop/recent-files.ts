import { z } from 'zod'
import type { Section } from './settings-file.ts'

const mostRecent = 10
const recentSchema = z.array(z.string().min(1)).catch([])

/** Files that were opened with Kiln lately; their paths never leave main. The newest first. */
export type RecentFiles = { readonly list: () => readonly string[]; readonly add: (path: string) => void; readonly clear: () => void }

/** `system`: the lists that macOS and Windows keep themselves, in the dock and in the taskbar. */
export function createRecentFiles(parts: {
  readonly section: Section<readonly string[]>
  readonly system: { readonly add: (path: string) => void; readonly clear: () => void }
  readonly onChange: () => void
}): RecentFiles {
  const { section, system, onChange } = parts
  let files: readonly string[] = recentSchema.parse(section.read()).slice(0, mostRecent)
  function change(next: readonly string[]): void {
    files = next
    section.write(next)
    onChange()
  }
  return {
    list: () => files,
    add: (path) => {
      system.add(path)
      change([path, ...files.filter((other) => other !== path)].slice(0, mostRecent))
    },
    clear: () => {
      system.clear()
      change([])
    }
  }
}

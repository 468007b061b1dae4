import { dirname } from 'node:path'
import { app } from 'electron'
import type { SettingsFile } from '../../settings/settings-file.ts'
import { createRecentPaths } from './recent-paths.ts'

/** Files and folders for the menu and the system's list of recent documents, newest first. */
export type RecentDocuments = {
  readonly files: () => readonly string[]
  readonly folders: () => readonly string[]
  /** Adds a file and its folder. */
  readonly addFile: (path: string) => void
  readonly addFolder: (path: string) => void
  readonly clear: () => void
}

export function createRecentDocuments(file: SettingsFile, onChange: () => void): RecentDocuments {
  const { platform } = process
  // Linux doesn't have a list of recent documents.
  const system = {
    add: (path: string) => platform !== 'linux' && app.addRecentDocument(path),
    clear: () => platform !== 'linux' && app.clearRecentDocuments()
  }
  const files = createRecentPaths({ section: file.section('recent'), system, onChange })
  const folders = createRecentPaths({
    section: file.section('recent-folders'),
    // On Windows, the list of recent documents contains only files.
    system: { add: (path) => platform === 'darwin' && system.add(path), clear: () => undefined },
    onChange
  })
  return {
    files: files.list,
    folders: folders.list,
    addFile: (path) => {
      files.add(path)
      folders.add(dirname(path))
    },
    addFolder: folders.add,
    clear: () => {
      files.clear()
      folders.clear()
    }
  }
}

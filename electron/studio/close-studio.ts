import { reportDefect } from './report-defect.ts'
import type { StartedWork } from './start-studio.ts'
import type { StudioParts } from './studio-parts.ts'

type CloseDependencies = Pick<
  StudioParts,
  | 'backgroundWork'
  | 'connections'
  | 'engine'
  | 'faceSelector'
  | 'http'
  | 'journal'
  | 'library'
  | 'limitDay'
  | 'listeners'
  | 'pauses'
  | 'reconciler'
  | 'stopsOfAskingTools'
  | 'stopsOfRereading'
  | 'storage'
  | 'workspace'
>

/** Closes the studio after pending writes. Then releases the data folder with `unlock`. */
export async function closeStudio(parts: CloseDependencies, { backups, stopLibraryStart }: StartedWork, unlock: () => void): Promise<void> {
  const { connections, engine, faceSelector, http, journal, library, limitDay, reconciler, storage, workspace } = parts
  backups.stop()
  try {
    await engine.close()
  } finally {
    parts.listeners.clear()
    for (const end of parts.pauses) end()
    for (const stop of [...parts.stopsOfRereading.values(), ...parts.stopsOfAskingTools.values()]) stop()
    await Promise.all([...connections.open.values()].map((connection) => connection.tools.close()))
    await http.close()
    stopLibraryStart()
    limitDay.stopTimer()
    // Checking a disconnected network share may take a long time. Everything else is closed before the check is awaited.
    const looked = storage.close().catch(reportDefect)
    await Promise.allSettled([...parts.backgroundWork, reconciler.close(), backups.idle()])
    await faceSelector.idle()
    await library.close().catch(reportDefect)
    workspace.close()
    journal.close()
    await looked
    unlock()
  }
}

import { scheduleNextDay } from '../tasks/engine/spending-limits.ts'
import { type BackupSchedule, startBackupSchedule } from '../tasks/journal/backup-schedule.ts'
import type { OpenConnection } from './connection-pool.ts'
import {
  activateConnection,
  type ActivateDependencies,
  followConnection,
  openConnection,
  type OpenDependencies
} from './open-connection.ts'
import { openServiceConnection, type ServiceDependencies } from './open-service-connection.ts'
import { reportDefect, reportUnlessClosing } from './report-defect.ts'
import type { ConnectionOptions } from './studio-options.ts'
import type { StudioParts } from './studio-parts.ts'

type StartDependencies = ActivateDependencies &
  OpenDependencies &
  ServiceDependencies &
  Pick<StudioParts, 'faceSelector' | 'library' | 'libraryFolders' | 'limitDay' | 'storage'>

/** Work that starts with the studio and stops when the studio closes. */
export type StartedWork = { readonly backups: BackupSchedule; readonly stopLibraryStart: () => void }

/**
 * Delay before Kiln indexes results and writes sidecars that are missing after a crash. It also delays the detection of external changes to
 * the files.
 */
const delayBeforeLibraryInMs = 4_000

/**
 * Connects the accounts, resumes the journal's tasks and schedules recurring work. If a step fails, closes the journal and the workspace.
 */
export async function startStudio(parts: StartDependencies): Promise<StartedWork> {
  const {
    clock,
    connections,
    dataDir,
    engine,
    faceSelector,
    http,
    journal,
    library,
    libraryFolders,
    options,
    state,
    storage,
    timeScale,
    workspace
  } = parts
  // Every startup step that may fail runs before the first task starts.
  const others: OpenConnection[] = []
  let first: OpenConnection | null = null
  try {
    state.stored = await journal.load()
    const batches = journal.batches()
    for (const other of options.others ?? []) others.push(await openStored(parts, other))
    if (options.connection !== null) first = await openStored(parts, options.connection)
    await libraryFolders.setCurrentAtStart(state.libraryFolder)
    await engine.start(state.stored, batches)
    state.stored = []
  } catch (error) {
    await Promise.all([...connections.open.values()].map((connection) => connection.tools.close()))
    await http.close()
    workspace.close()
    journal.close()
    throw error
  }
  for (const other of others) followConnection(parts, other)
  if (first !== null) activateConnection(parts, first)
  const backups = startBackupSchedule({ dataDir, clock, onDefect: reportDefect })
  void storage.check()
  const stopLibraryStart = clock.setTimer(
    delayBeforeLibraryInMs * timeScale,
    () => void library.verifyFiles().catch((error: unknown) => reportUnlessClosing(state, error))
  )
  scheduleNextDay(parts)
  void faceSelector.tidy().catch(reportDefect)
  return { backups, stopLibraryStart }
}

function openStored(parts: StartDependencies, { id = 'default', ...credentials }: ConnectionOptions): Promise<OpenConnection> {
  return openConnection(parts, id, openServiceConnection(parts, credentials))
}

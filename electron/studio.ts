import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { RequestLogEntry } from '../shared/app/request-log.ts'
import { createEstimator } from './accounts/create-estimator.ts'
import { createKnownKeys } from './accounts/known-keys.ts'
import { openWorkspaceWhenUnlocked, type WorkspaceStore } from './forms/open-workspace.ts'
import { createThumbnails } from './library/thumbnails.ts'
import { createHttpClient } from './service/http-client.ts'
import { createRequestLog } from './service/request-log.ts'
import { type AccountOperations, accountOperations } from './studio/account-operations.ts'
import { type BatchOperations, batchOperations } from './studio/batch-operations.ts'
import { closeStudio } from './studio/close-studio.ts'
import { type ContractOperations, contractOperations } from './studio/contract-operations.ts'
import { createStudioBatchPlanner, createStudioInputInspector } from './studio/create-studio-batch-planner.ts'
import { createStudioEngine } from './studio/create-studio-engine.ts'
import { createStudioFaceSelector } from './studio/create-studio-face-selector.ts'
import { createStudioLibrary, createStudioLibraryFolders, createStudioStorageWatch } from './studio/create-studio-library.ts'
import { createStudioReconciler } from './studio/create-studio-reconciler.ts'
import { type FaceOperations, faceOperations } from './studio/face-operations.ts'
import { type LedgerOperations, ledgerOperations } from './studio/ledger-operations.ts'
import { type LibraryOperations, libraryOperations } from './studio/library-operations.ts'
import { reportDefect } from './studio/report-defect.ts'
import { type ServiceOperations, serviceOperations } from './studio/service-operations.ts'
import { startStudio } from './studio/start-studio.ts'
import type { StudioEvent } from './studio/studio-event.ts'
import type { StudioOptions } from './studio/studio-options.ts'
import type { StudioParts } from './studio/studio-parts.ts'
import { type SubmissionOperations, submissionOperations } from './studio/submission-operations.ts'
import { type TaskOperations, taskOperations } from './studio/task-operations.ts'
import { createMonotonicClock } from './tasks/engine/monotonic-clock.ts'
import { type Backup, listBackups } from './tasks/journal/backups.ts'
import { JournalError } from './tasks/journal/journal-errors.ts'
import { journalPath } from './tasks/journal/journal-files.ts'
import { lockDataFolder } from './tasks/journal/lock-data-folder.ts'
import { isJournalMissing } from './tasks/journal/missing-journal.ts'
import { observeJournal } from './tasks/journal/observe-journal.ts'
import { openJournal } from './tasks/journal/open-journal.ts'
import { replaceJournal } from './tasks/journal/replace-journal.ts'
import { restoredTaskEntry } from './tasks/machine/restored-task.ts'
import { startOfLocalDay } from './tasks/machine/start-of-local-day.ts'

export type { LibraryFile } from './library/create-library.ts'
export type { Preset } from './forms/presets.ts'
export type { BatchOptions } from './studio/batch-operations.ts'
export type { StudioAccount, StudioEvent } from './studio/studio-event.ts'
export type { ConnectionOptions, StudioOptions } from './studio/studio-options.ts'

/** Entry point for the app, the tests, the crash harness and the benchmarks. Runs in plain Node 24, without Electron. */
export type Studio = ContractOperations &
  SubmissionOperations &
  BatchOperations &
  TaskOperations &
  AccountOperations &
  ServiceOperations &
  FaceOperations &
  LedgerOperations &
  LibraryOperations & {
    /** The user's drafts, presets and prompts. Closed with the studio. */
    readonly workspace: WorkspaceStore
    /** Returns the latest requests, newest first, without secrets. */
    readonly requests: () => readonly RequestLogEntry[]
    readonly subscribe: (listener: (event: StudioEvent) => void) => () => void
    /** Closes the studio after pending writes. If Kiln is killed before they finish, no task or result is lost. */
    readonly close: () => Promise<void>
  }

/** A delay of zero would turn every retry into a busy loop. */
const leastTimeScale = 0.0001

/** Returns the journal backups that can replace a damaged journal, newest first. */
export async function listJournalBackups(dataDir: string): Promise<readonly Backup[]> {
  return listBackups(dataDir)
}

/**
 * Replaces a damaged or missing journal with a backup. If `backup` is null, an empty journal replaces it. The old journal is kept. Tasks in
 * the backup may have been sent since. Kiln searches for them before it sends them again (invariant I3 in ARCHITECTURE.md).
 *
 * @returns the folder that holds the old journal. Null if no journal existed.
 * @throws JournalError `in-use` if another Kiln has the folder open. `no-access` if the folder can't be written. `damaged` if the backup is
 * damaged too. Nothing has changed in any of these cases.
 */
export async function restoreJournal(dataDir: string, backup: Backup | null): Promise<string | null> {
  const unlock = await lockDataFolder(dataDir)
  try {
    return await replaceJournal(dataDir, backup, { now: Date.now(), afterCopy: restoredTaskEntry })
  } finally {
    unlock()
  }
}

/**
 * Opens the studio on a folder: reads the journal and resumes every unfinished task.
 * @throws JournalError if the folder is in use, or its journal can't be opened. UserFacingError for an invalid base URL or API key.
 */
export async function openStudio(options: StudioOptions): Promise<Studio> {
  const dataDir = resolve(options.dataDir)
  await mkdir(dataDir, { recursive: true })
  const unlock = await lockDataFolder(dataDir)
  try {
    if (await isJournalMissing(dataDir)) throw new JournalError('missing', journalPath(dataDir))
    return await openOnLockedFolder(dataDir, options, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

async function openOnLockedFolder(dataDir: string, options: StudioOptions, unlock: () => void): Promise<Studio> {
  const parts = await createStudioParts(dataDir, options)
  const started = await startStudio(parts)
  const { listeners, requests, state, workspace } = parts
  return {
    ...contractOperations(parts),
    ...submissionOperations(parts),
    ...batchOperations(parts),
    ...taskOperations(parts),
    ...accountOperations(parts),
    ...serviceOperations(parts),
    ...faceOperations(parts),
    ...ledgerOperations(parts),
    ...libraryOperations(parts),
    workspace,
    requests: requests.list,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => (state.closing ??= closeStudio(parts, started, unlock))
  }
}

/** Opens a studio's files and creates its parts. Nothing is sent or queried yet. */
async function createStudioParts(dataDir: string, options: StudioOptions): Promise<StudioParts> {
  const clock = options.clock ?? createMonotonicClock()
  const journal = observeJournal(await openJournal(journalPath(dataDir), { now: clock.now(), afterCopy: restoredTaskEntry }), (error) =>
    storage.noteWriting(error)
  )
  const workspacePath = join(dataDir, 'desk.sqlite')
  const workspace = await openWorkspaceWhenUnlocked({ path: workspacePath, now: clock.now, onDefect: reportDefect }).catch(
    (error: unknown): never => {
      journal.close()
      throw error
    }
  )
  const requests = createRequestLog()
  const parts: StudioParts = {
    options,
    dataDir,
    timeScale: Math.max(options.timeScale ?? 1, leastTimeScale),
    clock,
    journal,
    knownKeys: createKnownKeys({ read: journal.meta, write: journal.writeMeta }),
    workspace,
    requests,
    http: createHttpClient({
      ...(options.dispatcherFor === undefined ? {} : { dispatcherFor: options.dispatcherFor }),
      onEnd: requests.add
    }),
    estimator: createEstimator({ clock }),
    thumbnails: createThumbnails({ folder: join(dataDir, 'thumbnails') }),
    state: {
      libraryFolder: resolve(options.libraryDir ?? join(dataDir, 'library')),
      firstReading: Promise.resolve(),
      stored: [],
      closing: null
    },
    connections: { open: new Map(), activeId: null },
    limitDay: { checkedFor: startOfLocalDay(clock.now()), stopTimer: () => undefined },
    listeners: new Set(),
    backgroundWork: new Set(),
    pauses: new Set(),
    stopsOfRereading: new Map(),
    stopsOfAskingTools: new Map(),
    // Getters, because these parts need `parts` themselves. They are created below, in the order of their definitions.
    get libraryFolders() {
      return libraryFolders
    },
    get storage() {
      return storage
    },
    get engine() {
      return engine
    },
    get library() {
      return library
    },
    get inspectInputs() {
      return inspectInputs
    },
    get planner() {
      return planner
    },
    get faceSelector() {
      return faceSelector
    },
    get reconciler() {
      return reconciler
    }
  }
  const libraryFolders = createStudioLibraryFolders(parts)
  const storage = createStudioStorageWatch(parts)
  const engine = createStudioEngine(parts)
  const library = createStudioLibrary(parts)
  const inspectInputs = createStudioInputInspector(parts)
  const planner = createStudioBatchPlanner(parts)
  const faceSelector = createStudioFaceSelector(parts)
  const reconciler = createStudioReconciler(parts)
  return parts
}

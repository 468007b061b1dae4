import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Batch } from '../shared/form/batch/batch.ts'
import type { BatchPlan } from '../shared/form/batch/batch-plan.ts'
import type { BatchSource, FolderPreview, TablePreview } from '../shared/form/batch/batch-source.ts'
import type { Capability } from '../shared/form/capability.ts'
import type { AccountState, ConnectionTestResult } from '../shared/app/connection.ts'
import type { ContractChange, ContractChangeLog } from '../shared/app/contract-change.ts'
import type { ContractFacts, IntegrityReport } from '../shared/app/diagnostics.ts'
import { newFault, type Fault } from '../shared/task/fault.ts'
import { checkValues, modeOf, taskTitle, valuesInMode } from '../shared/form/fields.ts'
import type { FaceSelectionInput, FaceSelectionData } from '../shared/task/faces.ts'
import { type LedgerEntry, ledgerEntryOf } from '../shared/task/ledger.ts'
import type { LibraryChangedEvent } from '../shared/library/library.ts'
import type { MediaFacts } from '../shared/form/media-facts.ts'
import type { EstimatedPrice, SourcedEstimate } from '../shared/form/pricing.ts'
import { UserFacingError, SubmissionError } from '../shared/form/submission-problem.ts'
import type { ConfirmableQuestionKind, SendConfirmation, SpendingConsent, SpendingSettings } from '../shared/task/spending.ts'
import type { RequestLogEntry } from '../shared/app/request-log.ts'
import type { Reconciliation } from '../shared/task/reconciliation.ts'
import type { StorageState } from '../shared/library/storage.ts'
import type { Recipe } from '../shared/library/recipe.ts'
import { defaultNamePattern } from '../shared/library/result-name.ts'
import type { RecipeSettings } from '../shared/app/settings.ts'
import { slicesWithPauses } from '../shared/slices-with-pauses.ts'
import type { Phase, TransferProgress, TaskResult, Task, TaskQuery, TimelineEntry } from '../shared/task/task.ts'
import { isItemReference, type FileReference, type ItemReference, type Values } from '../shared/form/values.ts'
import type { AccountMatch } from './accounts/account.ts'
import { createEstimator } from './accounts/create-estimator.ts'
import { createKnownKeys } from './accounts/known-keys.ts'
import { parseBaseUrl } from './service/base-url.ts'
import { createHttpClient, type DispatcherResolver } from './service/http-client.ts'
import { createRequestLog } from './service/request-log.ts'
import { openToolClient } from './service/mcp/open-tool-client.ts'
import { openServiceClient } from './service/open-service-client.ts'
import { policyFor, maxInteractiveRetriesFor } from './tasks/machine/error-policy.ts'
import { planFaceArguments } from './faces/plan-face-arguments.ts'
import { failureFromFault, failedReadText } from './tasks/machine/failure-text.ts'
import { backoffInMs } from './tasks/machine/poll-schedule.ts'
import { itemIdOf } from '../shared/library/item-id.ts'
import type { CallOutcome, Clock, ServiceClient, ToolClient, OutputReference } from './tasks/ports.ts'
import { runInEnglish, kept, say, sayContract, word } from '../shared/i18n/say.ts'
import { agreedEvents, priceConfirmation } from './tasks/machine/sending-questions.ts'
import { restoredTaskEntry } from './tasks/machine/restored-task.ts'
import { type TaskHistoryEvent, taskTimeline } from './tasks/machine/task-timeline.ts'
import { supportBundleText } from './tasks/machine/support-bundle.ts'
import type { TaskOutput, TaskRecord } from './tasks/machine/task-record.ts'
import { connectionError } from './accounts/connection-error.ts'
import { isHidden, canCancel } from './tasks/machine/task-machine.ts'
import { outputsOfTask, savedResultsOf, taskViewOf } from './tasks/machine/task-view.ts'
import { promptOf } from './forms/prompt-of.ts'
import { startOfLocalDay } from './tasks/machine/start-of-local-day.ts'
import { withUnreadableTasks } from './tasks/machine/with-unreadable-tasks.ts'
import { openWorkspaceWhenUnlocked, type WorkspaceStore } from './forms/open-workspace.ts'
import { createDiscovery, type Discovery } from './contract/create-discovery.ts'
import { describeContractChanges } from './contract/describe-contract-changes.ts'
import { joinCapabilities } from './contract/join-capabilities.ts'
import { readCatalog } from './contract/read-catalog.ts'
import { readOpenapi } from './contract/read-openapi.ts'
import { badRowsCsv } from './forms/batch/bad-rows-csv.ts'
import { createBatchPlanner, isCapabilityUnchanged } from './forms/batch/batch-planner.ts'
import type { RowChecker } from './forms/batch/check-rows.ts'
import { createCachedProbe } from './forms/batch/create-cached-probe.ts'
import { unknownCapability } from './tasks/machine/adopted-task.ts'
import { newBatch } from './tasks/machine/new-batch.ts'
import { newTask } from './tasks/machine/new-task.ts'
import { createEngine, type Engine } from './tasks/engine/create-engine.ts'
import { createReconciler, type Reconciler } from './tasks/engine/create-reconciler.ts'
import type { EngineLimits } from './tasks/engine/ports.ts'
import { nextIdempotencyKey } from './service/idempotency-key.ts'
import { createMonotonicClock } from './tasks/engine/monotonic-clock.ts'
import { selectTasks } from './tasks/engine/select-tasks.ts'
import {
  dropPriceQuestions,
  type LimitDay,
  limitConfirmationOf,
  recheckLimits,
  recheckLimitsOnNewDay,
  requireSpendingConsent,
  scheduleNextDay
} from './tasks/engine/spending-limits.ts'
import { facesError } from './faces/faces-error.ts'
import { createFaceSelector } from './faces/face-selector.ts'
import { sentReferences } from './faces/face-references.ts'
import type { PreviewImage } from './faces/download-preview.ts'
import { type Backup, listBackups } from './tasks/journal/backups.ts'
import { JournalError } from './tasks/journal/journal-errors.ts'
import { journalPath } from './tasks/journal/journal-files.ts'
import { type BackupSchedule, startBackupSchedule } from './tasks/journal/backup-schedule.ts'
import { writeWhenUnlocked } from './tasks/journal/write-when-unlocked.ts'
import { lockDataFolder } from './tasks/journal/lock-data-folder.ts'
import { isJournalMissing } from './tasks/journal/missing-journal.ts'
import { observeJournal } from './tasks/journal/observe-journal.ts'
import { openJournal } from './tasks/journal/open-journal.ts'
import { replaceJournal } from './tasks/journal/replace-journal.ts'
import { createLibrary, type Library, type LibraryFile } from './library/create-library.ts'
import { createResultWriter } from './library/downloads/save-result.ts'
import { isWithin } from './library/is-within.ts'
import type { FolderState } from './library/folders/determine-folder-state.ts'
import { createLibraryFolders } from './library/folders/library-folders.ts'
import { findMissingResultIds } from './library/find-missing-result-ids.ts'
import { buildRecipe } from './library/recipes/build-recipe.ts'
import { createThumbnails, type ThumbnailSize } from './library/thumbnails.ts'
import { createStorageWatch } from './library/folders/watch-storage.ts'
import { digestFile } from './uploads/digest-file.ts'
import { createInputInspector, type InputInspector } from './uploads/input-inspector.ts'
import { probeFile } from './uploads/probe-file.ts'
import { createFileUploader } from './uploads/transfer-file.ts'
import { createInputUploader } from './uploads/upload-inputs.ts'

/**
 * An account at a base URL. Each task stores its account's `id` and is never sent to another account. A new API key needs proof that it's
 * for the same account (see `confirmSameAccount`). Default ID: `default`.
 */
export type ConnectionOptions = { readonly id?: string; readonly baseUrl: string; readonly apiKey: string }

export type StudioOptions = {
  /** Kiln's data folder, created if missing. Only one studio can use a folder at a time. */
  readonly dataDir: string
  /** Default `<dataDir>/library`. */
  readonly libraryDir?: string
  /** Account to connect. Null to open the studio without an account. Queued tasks then wait. */
  readonly connection: ConnectionOptions | null
  /** Other accounts. Kiln keeps checking their sent tasks until the tasks end (invariant I4 in ARCHITECTURE.md). */
  readonly others?: readonly ConnectionOptions[]
  /** Multiplies every wait. For tests. Default 1. */
  readonly timeScale?: number
  /** Multiplies the timeouts of service calls. For tests. Default 1. */
  readonly deadlineScale?: number
  /** A clock that tests control manually. Default: a system clock that never goes back. */
  readonly clock?: Clock
  /** Kiln's version, as written into support bundles and recipes. */
  readonly appVersion?: string
  /** Network route for an origin, such as the system proxy. Default: direct. */
  readonly dispatcherFor?: DispatcherResolver
  /** The user's spending limits, read before each submission. Default: no limits. */
  readonly spendingRules?: () => SpendingSettings
  /** Concurrency and rate limits. Omitted ones keep their defaults. */
  readonly limits?: Partial<EngineLimits>
  /** Whether recipes are saved beside the result file and inside it. Default: both. */
  readonly recipes?: () => RecipeSettings
  /** Pattern for file names (`shared/library/result-name.ts`). Default: `defaultNamePattern`. */
  readonly nameRule?: () => string
  /** Moves a file to the system trash. Default: none, so deleted files stay in a `.kiln-trash` folder beside them. */
  readonly trashItem?: (path: string) => Promise<void>
  /** Minimum time between two automatic checks of the contract, in milliseconds. Default 5 minutes. */
  readonly contractPauseInMs?: number
}

/** `source` has absolute paths. Its file values are files or library items, not drafts. */
export type BatchOptions = {
  readonly capability: string
  readonly values: Values
  readonly source: BatchSource
  readonly onProgress: (done: number, total: number) => void
  readonly signal: AbortSignal
}

export type StudioEvent =
  | { readonly kind: 'task'; readonly task: Task }
  | { readonly kind: 'batch'; readonly batch: Batch }
  | { readonly kind: 'progress'; readonly id: string; readonly progress: TransferProgress }
  | { readonly kind: 'account'; readonly account: StudioAccount }
  | { readonly kind: 'reconciliation'; readonly reconciliation: Reconciliation }
  | { readonly kind: 'library'; readonly changes: LibraryChangedEvent }
  /** A new library index is being filled. `count` is the number of items so far. */
  | { readonly kind: 'library-filling'; readonly count: number }
  | { readonly kind: 'storage'; readonly storage: StorageState }
  | { readonly kind: 'contract-change'; readonly change: ContractChange }
  | { readonly kind: 'capabilities'; readonly capabilities: readonly Capability[] }

/** The account without the data that only the app has, such as its name. */
export type StudioAccount = Omit<AccountState, 'connection' | 'others'> & {
  readonly connectionId: string | null
  readonly baseUrl: string | null
}

export type { LibraryFile } from './library/create-library.ts'
export type { Preset } from './forms/presets.ts'

/** Entry point for the app, the tests, the crash harness and the benchmarks. Runs in plain Node 24, without Electron. */
export type Studio = {
  readonly capabilities: () => Promise<readonly Capability[]>
  /** The user's drafts, presets and prompts. Closed with the studio. */
  readonly workspace: WorkspaceStore
  /** Remembers the values and the prompt of a submission. Never throws. */
  readonly rememberSent: (submission: { readonly capability: string; readonly values: Values }) => void
  /** Changes in the active account's contract, and the time of the last check. */
  readonly contractChanges: () => ContractChangeLog
  /** Returns the version, digest and load time of the active account's contract. */
  readonly contract: () => ContractFacts
  /**
   * Reloads the contract. `now` reloads immediately, and rejects with a plain message on failure. `when-due` reloads at most every few
   * minutes, and ignores failures.
   */
  readonly checkContract: (when: 'now' | 'when-due') => Promise<ContractChangeLog>
  readonly markContractChangesSeen: () => void
  /**
   * Returns the price by the contract's rules, otherwise the service's estimate, otherwise unknown. Never rejects. Doesn't cost credits or
   * open files.
   */
  readonly estimate: (submission: { readonly capability: string; readonly values: Values }) => Promise<SourcedEstimate>
  /**
   * Saves a task and starts it. Resolves once the task is durably in the journal. Rejects with `SubmissionError` if the values can't be
   * sent. Rejects with `SpendingConfirmationError` if the user's own limits require confirmation. Nothing was sent in either case.
   */
  readonly submit: (submission: {
    readonly capability: string
    readonly values: Values
    /** Spending questions that the user has already confirmed. */
    readonly consent?: readonly SpendingConsent[]
  }) => Promise<Task>
  /**
   * Builds the rows of a batch and checks each as `submit` would. Sends nothing. Paths in `source` are absolute. Rejects with
   * `UserFacingError` if no rows can be built. Rejects with the signal's reason on abort.
   */
  readonly planBatch: (options: BatchOptions) => Promise<BatchPlan>
  /** If `hasHeader` is null, the header is detected from the file. */
  readonly inspectTable: (options: {
    readonly capability: string
    readonly path: string
    readonly hasHeader?: boolean | null
  }) => Promise<TablePreview>
  readonly inspectFolder: (options: {
    readonly capability: string
    readonly path: string
    readonly field: string
  }) => Promise<FolderPreview>
  /** Returns the rows that can't be sent, with the reasons, as delimited text. Throws with a plain message if the plan was discarded. */
  readonly badRows: (planId: string) => string
  /**
   * Saves the batch and all its tasks in one transaction, and starts it. Idempotent: the same plan returns the same batch. Rejects with
   * `UserFacingError` if the plan can't be started. Rejects with `SpendingConfirmationError` as `submit` does. Nothing was sent in either case.
   */
  readonly startBatch: (
    planId: string,
    options: { readonly skipInvalid: boolean; readonly consent?: readonly SpendingConsent[] }
  ) => Promise<Batch>
  /** Newest first. */
  readonly batches: () => readonly Batch[]
  /** Stops a batch. Its unsent tasks wait until `resumeBatch` is called. Its sent tasks continue. The change is saved on return. */
  readonly stopBatch: (id: string) => void
  readonly resumeBatch: (id: string) => void
  /** Cancels every unsent task of the batch. Returns their IDs, for `undoCancel`. */
  readonly cancelRestOfBatch: (id: string) => readonly string[]
  /** Confirms `question` for all of the batch's tasks that wait for it. Those tasks are then sent at their current price. */
  readonly agreeInBatch: (id: string, question: ConfirmableQuestionKind) => void
  readonly task: (id: string) => Task | null
  /** Newest first. */
  readonly tasks: (query?: TaskQuery) => readonly Task[]
  /** Number of tasks in each phase, without hidden tasks. */
  readonly countByPhase: () => Readonly<Partial<Record<Phase, number>>>
  readonly timeline: (id: string) => readonly TimelineEntry[]
  readonly supportBundle: (id: string) => string
  /** Cancels an unsent task. Throws with a plain message if the task may already be sent. */
  readonly cancel: (id: string) => void
  /** Returns cancelled tasks to the queue. Ignores other tasks. */
  readonly undoCancel: (ids: readonly string[]) => void
  /**
   * Confirms the question that a task waits for. The task is then sent at its current price. Throws with a plain message if the task no
   * longer waits for this question.
   */
  readonly agree: (id: string, question: ConfirmableQuestionKind) => void
  /** Rechecks the tasks on hold because of a spending limit. Called after the user changed their limits. */
  readonly recheckLimits: () => void
  /** Checks this task's status now. Doesn't cost credits. */
  readonly checkNow: (id: string) => void
  /** Hides finished tasks from the queue. Ignores other tasks. */
  readonly hide: (ids: readonly string[]) => void
  readonly unhide: (ids: readonly string[]) => void
  /** Resumes a task after the user ran the upload command that Kiln rejected. The task uses the file URL that came with the command. */
  readonly uploadedManually: (id: string) => void
  readonly account: () => StudioAccount
  /** Tests a base URL and API key by loading the catalog. Doesn't save them. @throws UserFacingError if the catalog can't be loaded. */
  readonly test: (connection: ConnectionOptions) => Promise<ConnectionTestResult>
  /**
   * Makes a free REST call and a free MCP call, for the connection check. Both use the active account's API key. Null if no account is
   * active.
   */
  readonly probeConnection: () => Promise<{ readonly key: CallOutcome<unknown>; readonly tools: CallOutcome<unknown> } | null>
  /** Checks Kiln's databases and the digest of every result file, in the background. Doesn't change anything. */
  readonly checkIntegrity: (options: {
    readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void
    readonly signal: AbortSignal
  }) => Promise<IntegrityReport>
  /** The latest requests, newest first, without secrets. */
  readonly requests: () => readonly RequestLogEntry[]
  /** Determines which of `candidates` the API key belongs to, from earlier keys and recent tasks. Doesn't cost credits. */
  readonly accountOf: (connection: Omit<ConnectionOptions, 'id'>, candidates: readonly string[]) => Promise<AccountMatch>
  /**
   * Resumes the active connection's tasks with its new API key. The user has confirmed that the key belongs to the same account. Does
   * nothing unless `account().hold` is `account-changed`.
   */
  readonly confirmSameAccount: () => void
  /** Connects an account and makes it active. Also replaces a connection's API key or base URL. Tasks on hold resume automatically. */
  readonly connect: (connection: ConnectionOptions) => Promise<void>
  /** Connects another account, so that its tasks are checked until they end. Doesn't change the active account. */
  readonly follow: (connection: ConnectionOptions) => Promise<void>
  /** Disconnects the active account and removes its API key from memory. Its unsent tasks wait. */
  readonly disconnect: () => Promise<void>
  /** Disconnects an inactive account. Its tasks are no longer checked, and its unsent tasks wait. */
  readonly unfollow: (connectionId: string) => void
  /** Resumes the tasks on hold, after the user fixed a problem with the account. */
  readonly resume: () => Promise<void>
  /** Checks now whether an unreachable service is reachable again. If the service responds, its tasks and downloads resume. */
  readonly checkReachability: () => Promise<void>
  /** Checks tasks and storage immediately, and reconciles. Called after the computer wakes up or reconnects. */
  readonly wake: () => void
  /** Returns the selectable faces of a task that waits for a selection. Rejects with a plain message if they can't be loaded. */
  readonly faces: (id: string) => Promise<FaceSelectionData>
  /** Returns an image from `faces`. `key` is the last part of the image's URL. Null if the image doesn't exist. */
  readonly faceImage: (key: string) => Promise<PreviewImage | null>
  /**
   * Saves a face selection and sends it once. Resolves when the selection is saved and being sent. Rejects with a plain message if the
   * selection wasn't sent.
   */
  readonly selectFaces: (id: string, choice: FaceSelectionInput) => Promise<void>
  /** Every task of every account as a ledger entry, newest first, including hidden ones. */
  readonly ledger: (query?: Pick<TaskQuery, 'limit' | 'olderThan'>) => readonly LedgerEntry[]
  /** Compares the journal with the service's recent tasks and the result files. Doesn't cost credits. Null if no account is active. */
  readonly reconcile: () => Promise<Reconciliation | null>
  /** Report of the active account's last reconciliation. Null before the first. */
  readonly reconciliation: () => Reconciliation | null
  /** Number of tasks in the journal that can't be read. They are kept unchanged and never sent. */
  readonly unreadableTasks: () => number
  /**
   * Adds a task created elsewhere to the queue. `capability` is the user's choice if the service didn't name a capability. If the
   * capability is unknown, the task is checked over MCP, which doesn't need one. Throws `UserFacingError` if the task can't be added.
   */
  readonly adopt: Reconciler['adopt']
  /** Downloads files of a finished task that are missing on this computer. Rejects with a plain message if no file is missing. */
  readonly fetchAgain: (id: string) => Promise<void>
  /** Search and access for all saved results. */
  readonly library: Library
  /** Sets the user's new folder for results. Pending results are saved there. Resolves when the state of that folder is known. */
  readonly setLibraryFolder: (folder: string) => Promise<StorageState>
  /** Whether library and data folder are writable, as of the last check. */
  readonly storage: () => StorageState
  /** Checks now whether library and data folder are writable. */
  readonly checkStorage: () => Promise<StorageState>
  readonly result: (itemId: string) => (TaskResult & { readonly task: Task }) | null
  /** Returns a result's file, in any folder, even if the result isn't in the journal. Null if the result isn't in the library. */
  readonly fileOf: (itemId: string) => Promise<LibraryFile | null>
  /** Saves a preview image for a video or 3D model. Rejects with a plain message if `bytes` isn't an image. */
  readonly savePoster: (itemId: string, bytes: Uint8Array) => Promise<void>
  /**
   * Returns the path of a small WebP version of an image or of a saved poster. The file is created on first request. Null if the item has
   * neither.
   */
  readonly thumbnail: (itemId: string, size?: ThumbnailSize) => Promise<string | null>
  /** Rejects with a plain message if the file can't be read. */
  readonly inspect: (path: string) => Promise<MediaFacts>
  readonly subscribe: (listener: (event: StudioEvent) => void) => () => void
  /** Closes the studio after pending writes. If Kiln is killed before they finish, no task or result is lost. */
  readonly close: () => Promise<void>
}

const defaultPace: EngineLimits = {
  concurrentSubmits: 4,
  submitsPerSecond: 8,
  concurrentUploads: 4,
  concurrentBatchRows: 16,
  concurrentDownloads: 3,
  concurrentQueries: 16,
  queriesPerSecond: 10
}
/** A delay of zero would turn every retry into a busy loop. */
const leastTimeScale = 0.0001
/**
 * How long Kiln waits for the contract before a submission, in milliseconds. After that, Kiln uses the capabilities it already has, such
 * as the built-in ones. Not scaled, because the service causes the delay.
 */
const contractTimeoutInMs = 4_000
/** Maximum delay between attempts to reach a missing MCP endpoint. The service may have enabled the endpoint since the last attempt. */
const longestPauseOfToolsInMs = 10 * 60_000
/** Maximum pause before a retry while the user waits, in milliseconds. If the service requests a longer pause, Kiln reports an error. */
const longestPauseOfAPersonInMs = 15_000
/** Delay before MCP is queried, so that the MCP library isn't loaded while the window opens. */
const delayBeforeToolsInMs = 5_000
/**
 * Delay before Kiln indexes results and writes sidecars missed in a crash. It also delays the detection of external changes to the files.
 */
const delayBeforeLibraryInMs = 4_000
const longestPauseOfReadingInMs = 10 * 60_000
/** Intervals between checks for contract changes. The second applies while the window isn't in use. Not scaled. */
const contractCheckIntervalInMs = 5 * 60_000
const pauseOfAnIdleAppInMs = 20 * 60_000
/** Maximum age of a quoted price. An older price is checked against the current contract. Not scaled, because the service sets prices. */
const priceKeepsForInMs = 10 * 60_000
/** Minimum time between two loads of the contract for a price. A failed load then isn't retried for every task. */
const pauseAfterVainReadingInMs = 60_000
/** Maximum number of messages saved for one contract change. Further messages are only counted. */
const mostSentences = 200
/** Number of recent tasks read to find out which account a key belongs to. */
const recentTasksForProof = 100

/** An open connection with its client and the capabilities of its service. */
type OpenConnection = {
  readonly id: string
  readonly baseUrl: string
  readonly client: ServiceClient
  /** Links this key to the account. Called only after the service accepted the key, so that a mistyped key is never linked. */
  readonly rememberKey: () => Promise<void>
  isKeyKnown: boolean
  readonly hasKey: (apiKey: string) => boolean
  /** The MCP client. Opened on first use. */
  readonly tools: ToolClient
  /** Whether MCP has been queried for data that is missing from the catalog and the API definition. */
  hasAskedTools: boolean
  readonly discovery: Discovery
  /** When the contract was last requested and last received, in milliseconds since 1970. Null if never. */
  askedAt: number | null
  checkedAt: number | null
  readonly openedAt: number
  /** The contract load in progress. */
  reading: Promise<unknown> | null
}

/** Journal backups that can replace a damaged journal, newest first. */
export async function listJournalBackups(dataDir: string): Promise<readonly Backup[]> {
  return listBackups(dataDir)
}

/**
 * Replaces a damaged or missing journal with a backup. If `backup` is null, an empty journal replaces it. The old journal is kept. Tasks in
 * the backup may have been sent since. Kiln searches for them before it sends them again (invariant I3 in ARCHITECTURE.md).
 *
 * @returns the folder that holds the old journal. Null if no journal existed
 * @throws JournalError `in-use` if another Kiln has the folder open. `damaged` if the backup is damaged too. Nothing has changed in either
 * case.
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
 * @throws JournalError if the folder is in use, or its journal can't be opened. UserFacingError for an invalid base URL.
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
  const timeScale = Math.max(options.timeScale ?? 1, leastTimeScale)
  const clock = options.clock ?? createMonotonicClock()
  const journal = observeJournal(await openJournal(journalPath(dataDir), { now: clock.now(), afterCopy: restoredTaskEntry }), (error) =>
    storage.noteWriting(error)
  )
  const knownKeys = createKnownKeys({ read: journal.meta, write: journal.writeMeta })
  const workspace = await openWorkspaceWhenUnlocked({ path: join(dataDir, 'desk.sqlite'), now: clock.now, onDefect: reportDefect })
  const requests = createRequestLog()
  const http = createHttpClient({
    ...(options.dispatcherFor === undefined ? {} : { dispatcherFor: options.dispatcherFor }),
    onEnd: requests.add
  })
  const listeners = new Set<(event: StudioEvent) => void>()
  const connections = new Map<string, OpenConnection>()
  const estimator = createEstimator({ clock })
  const thumbnails = createThumbnails({ folder: join(dataDir, 'thumbnails') })
  let libraryFolder = resolve(options.libraryDir ?? join(dataDir, 'library'))
  let activeId: string | null = null
  /** Resolves when a contract is available from disk or from the service, or after a timeout. */
  let firstReading: Promise<void> = Promise.resolve()
  const readings = new Set<Promise<unknown>>()
  /** Face selections being sent. */
  const choosing = new Set<Promise<unknown>>()
  /** Current pauses of user requests. Calling an entry ends its pause. */
  const pauses = new Set<() => void>()
  const stopsOfRereading = new Map<string, () => void>()
  const stopsOfAskingTools = new Map<string, () => void>()
  let closing: Promise<void> | null = null
  let stopLibraryStart = (): void => undefined
  const limitDay: LimitDay = { checkedFor: startOfLocalDay(clock.now()), stopTimer: () => undefined }
  /** Tasks as read from the journal. Empty once the engine has started, because the engine then has them. */
  let stored: readonly TaskRecord[] = []
  /** Yields the outputs in a folder, newest first. */
  async function* outputsIn(folder: string): AsyncGenerator<TaskOutput> {
    const records = engine.tasks.size() === 0 ? stored.toReversed() : engine.tasks.newestFirst()
    for await (const slice of slicesWithPauses(records, () => setImmediate()))
      for (const output of slice.flatMap(outputsOfTask).toReversed()) if (isWithin(folder, output.result?.path ?? output.stem)) yield output
  }
  const libraryFolders = createLibraryFolders({
    memoryFile: join(dataDir, 'library-folders.json'),
    async *resultsIn(folder) {
      for await (const { result } of outputsIn(folder)) if (result !== null) yield result
    },
    wasUsed: async (folder) => (await outputsIn(folder).next()).done === false,
    newId: randomUUID,
    onDefect: reportDefect
  })
  const keeper = createResultWriter({
    folder: () => libraryFolder,
    stateOfFolder: libraryFolders.stateOf,
    http,
    probeFile,
    nameRule: () => options.nameRule?.() ?? defaultNamePattern,
    // Request IDs are omitted, because their number grows. A result that is saved again after a crash must produce the same file.
    recipeFor: (place, kind) => (recipeKeeping().inside ? recipeFor(place, kind, []) : null)
  })
  const storage = createStorageWatch({
    libraryFolder: () => libraryFolder,
    dataFolder: dataDir,
    stateOfFolder: libraryFolders.stateOf,
    clock,
    timeScale,
    onChange: (state) => publish({ kind: 'storage', storage: state }),
    onLibraryAvailable: () => engine.retryDownloads()
  })

  const engine: Engine = createEngine({
    journal,
    clientOf: (connectionId) => connections.get(connectionId)?.client ?? null,
    capabilityOf,
    uploadInputs: createInputUploader({ memory: journal, digestFile, transferFile: createFileUploader({ http }), now: clock.now }),
    keeper: {
      ...keeper,
      save: async (order) => {
        const noteOutcome = storage.startSaving()
        const outcome = await keeper.save(order)
        if (keeper.isInLibrary(order.stem)) noteOutcome(outcome)
        return outcome
      }
    },
    clock,
    timeScale,
    limits: { ...defaultPace, ...options.limits },
    keyAfter: nextIdempotencyKey,
    random: Math.random,
    onTask: (record) => {
      library.onTaskChanged(record, savedResultsOf(record))
      if (listeners.size > 0) publish({ kind: 'task', task: view(record) })
    },
    onBatch: (batch) => publish({ kind: 'batch', batch }),
    onProgress: (id, progress) => publish({ kind: 'progress', id, progress }),
    onAccount: (connectionId) => {
      if (connectionId === activeId && listeners.size > 0) publish({ kind: 'account', account: account() })
    },
    onAccountProven: (connectionId) => {
      const connection = connections.get(connectionId)
      if (connection !== undefined) rememberKeyOf(connection)
    },
    onDefect: reportDefect,
    priceConfirmation: priceConfirmationOf,
    limitConfirmation: (record) => limitConfirmationOf(limits(), record),
    queryWithoutCapability: (connectionId, taskId, signal) => {
      const connection = connections.get(connectionId)
      const fault = newFault('query', 'not-sent', { message: 'no-connection' })
      return connection === undefined ? Promise.resolve({ ok: false, fault }) : connection.tools.queryTask({ taskId, signal })
    },
    readContract: (connectionId) => {
      const connection = connections.get(connectionId)
      if (connection !== undefined) void readContract(connection)
      // The network is often not ready right after wake-up. If the last reconciliation couldn't reach the service, it runs again now.
      if (connectionId === activeId && (reconciler.report()?.unread ?? null) !== null) void reconciler.reconcile()
    },
    onCapabilitiesMoved: (connectionId) => {
      const connection = connections.get(connectionId)
      if (connection !== undefined) void refresh(connection)
    }
  })

  const library = createLibrary({
    dataDir,
    folder: () => libraryFolder,
    isFolderThere: async () => isConnected(await libraryFolders.stateOf(libraryFolder)),
    formerFolders: async () => {
      const folders = await libraryFolders.all()
      const states = await Promise.all(folders.map(libraryFolders.stateOf))
      return folders.filter((folder, place) => folder !== libraryFolder && isConnected(states[place] ?? 'missing'))
    },
    probeFile,
    digestFile,
    recipes: recipeKeeping,
    trashItem: options.trashItem ?? (() => Promise.reject(new Error('Moving files to the trash isn’t supported here.'))),
    fetchAgain: (task) => reconciler.fetchAgain(task),
    *journalResults() {
      for (const record of engine.tasks.all().values()) for (const result of savedResultsOf(record)) yield { record, result }
    },
    recipeOf: ({ record, result }) => recipeFor({ record, index: result.index }, result, requestIdsOf(journal.history(record.id))),
    clock,
    onChange: (changes) => {
      if (closing === null) publish({ kind: 'library', changes })
    },
    onFilling: (count) => {
      if (closing === null) publish({ kind: 'library-filling', count })
    },
    onDefect: reportDefect
  })

  const pathOf = (reference: FileReference | ItemReference): string | null =>
    isItemReference(reference) ? pathOfItem(reference.item) : resolve(reference.file)
  const inspectInputs = createInputInspector({ pathOf, probeFile, wordsOf })
  const lookIntoManyInputs = createInputInspector({ pathOf, probeFile: createCachedProbe(probeFile), wordsOf })
  const planner = createBatchPlanner({ check: (capability, values) => check(lookIntoManyInputs, askedPrice, capability, values) })

  const faceSelection = createFaceSelector({
    toolsOf: (connectionId) => connections.get(connectionId)?.tools ?? null,
    http,
    folder: join(dataDir, 'faces'),
    referencesOf: ({ values }) => sentReferences(values, pathOfItem),
    recordOf: (id) => engine.record(id),
    argumentsFor: planFaceArguments,
    problemOf: facesError,
    pauseBeforeAskingAgain: (fault, tries) => {
      const delayInMs = fault.retryAfterInMs ?? backoffInMs(tries, Math.random())
      return tries > maxInteractiveRetriesFor(fault) || delayInMs > longestPauseOfAPersonInMs || closing !== null
        ? null
        : pauseUntilClosed(delayInMs * timeScale)
    }
  })

  function pauseUntilClosed(delayInMs: number): Promise<void> {
    return new Promise((endPause) => {
      const end = (): void => {
        stop()
        pauses.delete(end)
        endPause()
      }
      const stop = clock.setTimer(delayInMs, end)
      pauses.add(end)
    })
  }

  const reconciler = createReconciler({
    engine,
    activeConnection: () => activeId,
    // A deleted result is only checked if the user requested it. A moved result is checked at its new path.
    missingFiles: (results, isAsked) =>
      findMissingResultIds(results.filter(({ id }) => isAsked || !library.isRemoved(id)).map(whereItIs), isAsked),
    titleOf: (capability) =>
      capability === unknownCapability
        ? say('Task created elsewhere')
        : sayContract(
            active()
              ?.discovery.current()
              .find(({ id }) => id === capability)?.title ?? capability
          ),
    now: clock.now,
    timeOfDay: (at) => new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' }),
    newId: randomUUID,
    nextTurn: () => setImmediate(),
    onReport: (reconciliation) => {
      if (closing === null)
        publish({ kind: 'reconciliation', reconciliation: withUnreadableTasks(reconciliation, journal.unreadable().tasks) })
    }
  })

  function capabilityOf(capability: string, connectionId: string): Capability | null {
    return (
      connections
        .get(connectionId)
        ?.discovery.current()
        .find((one) => one.id === capability) ?? null
    )
  }

  function recipeKeeping(): RecipeSettings {
    return options.recipes?.() ?? { beside: true, inside: true }
  }

  function recipeFor(
    { record, index }: OutputReference,
    { medium, contentType }: Pick<TaskResult, 'medium' | 'contentType'>,
    requestIds: readonly string[]
  ): Recipe {
    return buildRecipe({
      record,
      itemId: itemIdOf(record.id, index),
      index,
      medium,
      contentType,
      capability: capabilityOf(record.capability, record.connectionId),
      requestIds,
      appVersion: options.appVersion ?? '0.0.0',
      digestOfInput: journal.digestOf,
      digestOfItem: (id) => findResult(id)?.sha256 ?? null
    })
  }

  function publish(event: StudioEvent): void {
    for (const listener of listeners) {
      try {
        listener(event)
      } catch (error) {
        // An error in a listener must not interrupt the task that published the event.
        reportDefect(error)
      }
    }
  }

  function view(record: TaskRecord): Task {
    const task = taskViewOf(record, engine.progressOf(record.id))
    return { ...task, nextAt: inTimeOfDay(task.nextAt) }
  }

  /** Converts a time from the studio's clock to the system clock. The UI uses the system clock, which may have been set back. */
  function inTimeOfDay(at: number | null): number | null {
    return at === null ? null : at - (clock.aheadInMs?.() ?? 0)
  }

  function recordOf(id: string): TaskRecord {
    const record = engine.record(id)
    if (record === undefined) throw new UserFacingError(say('Kiln can’t find this task.'))
    return record
  }

  function idsInJournal(ids: readonly string[]): readonly string[] {
    return ids.filter((id) => engine.record(id) !== undefined)
  }

  function waitingForFaces(id: string): TaskRecord {
    const record = recordOf(id)
    refuseUnconfirmedAccount(record.connectionId)
    if (record.state.phase === 'needs_input') return record
    throw new UserFacingError(say('This task no longer needs a face selection.'), { advice: say('Check the task’s status in the queue.') })
  }

  function active(): OpenConnection | null {
    return activeId === null ? null : (connections.get(activeId) ?? null)
  }

  function account(): StudioAccount {
    const connection = active()
    const gate = activeId === null ? null : engine.gate(activeId)
    return {
      connectionId: activeId,
      baseUrl: connection?.baseUrl ?? null,
      hold: gate?.hold ?? (connection === null ? 'no-connection' : null),
      holdMessage: gate?.message ?? null,
      holdRequestId: gate?.requestId ?? null,
      holdCheckedAt: inTimeOfDay(gate?.checkedAt ?? null),
      isOnline: (gate?.offlineSince ?? null) === null,
      networkBlock: gate?.networkBlock ?? null,
      offlineSince: gate?.offlineSince ?? null,
      slowedUntil: inTimeOfDay(gate?.slowedUntil ?? null),
      creditsToday: activeId === null ? 0 : engine.tasks.chargedSince(activeId, startOfLocalDay(clock.now()))
    }
  }

  /** Loads the service's capabilities, and retries later on failure. */
  function refresh(connection: OpenConnection, tries = 1): Promise<Fault | null> {
    const reading = refreshOnce(connection, tries).finally(() => {
      readings.delete(reading)
      if (connection.reading === reading) connection.reading = null
    })
    readings.add(reading)
    connection.reading = reading
    return reading
  }

  /** Like `refresh`, but returns the load in progress if there is one. */
  function readContract(connection: OpenConnection): Promise<unknown> {
    return connection.reading ?? refresh(connection)
  }

  /** Loads the service's capabilities once. Resolves to null on success, or to the fault. */
  async function refreshOnce(connection: OpenConnection, tries: number): Promise<Fault | null> {
    stopsOfRereading.get(connection.id)?.()
    connection.askedAt = clock.now()
    const outcome = await connection.discovery.refresh(connection.client)
    const fault = outcome === 'changed' || outcome === 'same' ? null : outcome
    if (fault === null) {
      connection.checkedAt = clock.now()
      noteAcceptedKey(connection)
    }
    if (connections.get(connection.id) === connection) await engine.onContractRead(connection.id, fault)
    if (closing !== null || connections.get(connection.id) !== connection) return fault
    if (outcome === 'changed' && connection.id === activeId) publish({ kind: 'capabilities', capabilities: connection.discovery.current() })
    if (outcome === 'changed') connection.hasAskedTools = false
    if (outcome === 'changed') dropPriceQuestions(engine, connection.id)
    askToolsLater(connection)
    if (fault !== null && policyFor(fault).onSubmit.do === 'refuse') return fault
    const delayInMs = fault === null ? pauseOfAnIdleAppInMs : backoffInMs(tries + 4, 1, longestPauseOfReadingInMs) * timeScale
    stopsOfRereading.get(connection.id)?.()
    stopsOfRereading.set(
      connection.id,
      clock.setTimer(delayInMs, () => void refresh(connection, fault === null ? 1 : tries + 1))
    )
    return fault
  }

  /**
   * Queries MCP for data that the catalog and the API definition lack. Repeats the query only after a contract change or a failure. REST
   * doesn't depend on the outcome.
   */
  function askToolsLater(connection: OpenConnection): void {
    if (connection.hasAskedTools || !connection.discovery.mayNeedTools()) return
    connection.hasAskedTools = true
    stopsOfAskingTools.get(connection.id)?.()
    const stop = clock.setTimer(delayBeforeToolsInMs * timeScale, () => {
      const asking = askTools(connection).finally(() => readings.delete(asking))
      readings.add(asking)
    })
    stopsOfAskingTools.set(connection.id, stop)
  }

  async function askTools(connection: OpenConnection): Promise<void> {
    const isOpen = (): boolean => closing === null && connections.get(connection.id) === connection
    if (!isOpen()) return
    const outcome = await connection.discovery.requestTools(connection.tools)
    if (!isOpen()) return
    // After a failure, MCP is queried again after the next load of the contract.
    if (outcome !== 'changed' && outcome !== 'same') connection.hasAskedTools = false
    else if (outcome === 'changed' && connection.id === activeId)
      publish({ kind: 'capabilities', capabilities: connection.discovery.current() })
  }

  function tellOfChange(connectionId: string, before: readonly Capability[], after: readonly Capability[]): void {
    const all = runInEnglish(() => describeContractChanges(before, after))
    if (all.length === 0) return
    const rest = all.length - mostSentences
    const sentences =
      rest <= 0
        ? all
        : [...all.slice(0, mostSentences), kept('{count, plural, one {# more change} other {# more changes}}.', { count: rest })]
    const change = workspace.rememberChange(connectionId, sentences)
    if (connectionId === activeId) publish({ kind: 'contract-change', change })
  }

  function contractChanges(): ContractChangeLog {
    const connection = active()
    if (connection === null) return { checkedAt: null, changes: [] }
    return { checkedAt: connection.checkedAt, changes: workspace.contractChanges.list(connection.id) }
  }

  /** Waits for `reading`, but not longer than `contractTimeoutInMs`. */
  async function withPatience(reading: Promise<unknown>): Promise<void> {
    let stopWaiting = (): void => undefined
    const tired = new Promise<void>((tire) => {
      stopWaiting = clock.setTimer(contractTimeoutInMs, tire)
    })
    await Promise.race([reading, tired])
    stopWaiting()
  }

  function openClient(connection: ConnectionOptions): { baseUrl: string; apiKey: string; client: ServiceClient } {
    const read = parseBaseUrl(connection.baseUrl)
    if (!read.ok) throw new UserFacingError(read.sentence, { field: 'baseUrl' })
    const apiKey = connection.apiKey.trim()
    if (!/^[\x21-\x7e]*$/.test(apiKey)) {
      throw new UserFacingError(say('This isn’t a valid API key. It contains spaces or unusual characters.'), {
        field: 'apiKey',
        advice: say('Copy the key again from the developer console, without spaces or line breaks.')
      })
    }
    return {
      baseUrl: read.baseUrl,
      apiKey,
      client: openServiceClient({ baseUrl: read.baseUrl, apiKey, http, deadlineScale: options.deadlineScale ?? 1 })
    }
  }

  async function connect(connection: ConnectionOptions): Promise<void> {
    activate(await plugIn(connection))
  }

  function activate(opened: OpenConnection): void {
    activeId = opened.id
    // The app opens with the cached contract and refreshes it in the background. Only the very first start has to wait.
    const reading = refresh(opened)
    firstReading = opened.discovery.hasCache() ? Promise.resolve() : withPatience(reading)
    engine.releaseHold(opened.id)
    void reconciler.reconcile()
    publish({ kind: 'capabilities', capabilities: opened.discovery.current() })
  }

  function follow(opened: OpenConnection): void {
    void refresh(opened)
    engine.releaseHold(opened.id)
  }

  function unfollow(connectionId: string): void {
    void connections.get(connectionId)?.tools.close()
    connections.delete(connectionId)
    engine.detachConnection(connectionId)
  }

  /** Opens a connection for an account's tasks. Doesn't change the active account. */
  async function plugIn(connection: ConnectionOptions): Promise<OpenConnection> {
    const id = connection.id ?? 'default'
    const { baseUrl, apiKey, client } = openClient(connection)
    const tools = openToolClient({
      baseUrl,
      apiKey,
      http,
      clock,
      pauseInMs: (failures) => backoffInMs(failures, Math.random(), longestPauseOfToolsInMs) * timeScale
    })
    const replaced = connections.get(id)
    // A key that is still being saved already counts as known.
    const keyState = replaced?.isKeyKnown === true ? (replaced.hasKey(apiKey) ? 'same' : 'other') : await knownKeys.compare(id, apiKey)
    const rememberKey = (): Promise<void> => knownKeys.remember(id, apiKey)
    const isAccountUncertain = keyState === 'other' && hasTasks(id)
    const discovery = await createDiscovery({
      cacheDir: join(dataDir, 'contracts'),
      connectionId: id,
      onMoved: (earlier, now) => tellOfChange(id, earlier, now)
    })
    const opened: OpenConnection = {
      id,
      baseUrl,
      client,
      rememberKey,
      isKeyKnown: keyState === 'same',
      hasKey: (key) => key === apiKey,
      tools,
      hasAskedTools: false,
      discovery,
      askedAt: null,
      checkedAt: null,
      openedAt: clock.now(),
      reading: null
    }
    // Uploads that were made with the previous base URL may be invalid with the new one.
    const before = connections.get(id)
    if (before !== undefined && before.baseUrl !== baseUrl) journal.forgetUploads(id)
    void before?.tools.close()
    connections.set(id, opened)
    if (isAccountUncertain) engine.suspendAccount(id)
    else engine.trustAccount(id)
    return opened
  }

  function noteAcceptedKey(connection: OpenConnection): void {
    if (!connection.isKeyKnown && engine.gate(connection.id).hold !== 'account-changed') rememberKeyOf(connection)
  }

  function rememberKeyOf(connection: OpenConnection): void {
    if (closing !== null) return
    connection.isKeyKnown = true
    const remembering = connection
      .rememberKey()
      .catch(reportDefect)
      .finally(() => readings.delete(remembering))
    readings.add(remembering)
  }

  function hasTasks(connectionId: string): boolean {
    return engine.tasks.countOf(connectionId) > 0 || stored.some((record) => record.connectionId === connectionId)
  }

  async function accountOf({ baseUrl, apiKey }: Omit<ConnectionOptions, 'id'>, candidates: readonly string[]): Promise<AccountMatch> {
    for (const id of candidates) if ((await knownKeys.compare(id, apiKey)) === 'same') return { kind: 'known', id }
    const inUse = candidates.filter(hasTasks)
    const [first] = inUse
    if (first === undefined) return candidates[0] === undefined ? { kind: 'new' } : { kind: 'known', id: candidates[0] }
    const { client } = openClient({ baseUrl, apiKey })
    const recent = await client.recentTasks({ limit: recentTasksForProof })
    const proven = recent.ok ? inUse.find((id) => engine.hasTaskAmong(id, recent.value)) : undefined
    if (proven !== undefined) return { kind: 'known', id: proven }
    return { kind: 'unclear', id: first, tasks: engine.tasks.countOf(first) }
  }

  /** @throws UserFacingError while it's unknown whether the API key belongs to the account of earlier tasks. */
  function refuseUnconfirmedAccount(connectionId: string): void {
    if (engine.gate(connectionId).hold !== 'account-changed') return
    throw new UserFacingError(say('Kiln doesn’t know yet whether this API key belongs to the same account. Nothing was sent.'), {
      advice: say('Confirm the account first.')
    })
  }

  function findResult(itemId: string): (TaskResult & { readonly task: Task }) | null {
    const record = engine.record(itemId.slice(0, itemId.lastIndexOf('.')))
    const result = record === undefined ? undefined : savedResultsOf(record).find((one) => one.id === itemId)
    return record === undefined || result === undefined ? null : { ...whereItIs(result), task: view(record) }
  }

  /** Returns the item's file from the journal, otherwise from the library. Null if neither contains the item. */
  async function fileOf(itemId: string): Promise<LibraryFile | null> {
    return findResult(itemId) ?? library.fileOf(itemId)
  }

  /** Returns the item's path, even if the item isn't in the journal. Null if the item isn't in the library either. */
  function pathOfItem(itemId: string): string | null {
    return findResult(itemId)?.path ?? library.movedTo(itemId)
  }

  /** Returns a result with its current path. The journal stores where the file was saved, but the file may have been moved since. */
  function whereItIs(result: TaskResult): TaskResult {
    const path = library.movedTo(result.id)
    return path === null ? result : { ...result, path }
  }

  /**
   * Returns the active connection and its current version of the capability, once a contract is available. @throws UserFacingError if no
   * account is connected. SubmissionError if the service doesn't offer the capability.
   */
  async function offered(capabilityId: string): Promise<{ readonly connection: OpenConnection; readonly capability: Capability }> {
    const connection = active()
    if (connection === null)
      throw new UserFacingError(say('No account is connected.'), {
        advice: say('Connect an account. You can also use the practice service.')
      })
    await firstReading
    const capability = connection.discovery.current().find((one) => one.id === capabilityId)
    if (capability === undefined) {
      throw new SubmissionError([
        {
          field: null,
          index: null,
          message: say('The service doesn’t offer {capabilityId}. Choose another capability in the gallery.', { capabilityId })
        }
      ])
    }
    return { connection, capability }
  }

  /** Runs all free checks before credits are charged. Used for single tasks and for each row of a batch. */
  async function check(
    look: InputInspector,
    priceOf: (capability: Capability, values: Values) => EstimatedPrice | Promise<EstimatedPrice>,
    capability: Capability,
    values: Values
  ): ReturnType<RowChecker> {
    const looked = await look(valuesInMode(capability, values, modeOf(capability, values)))
    const problems = [...looked.problems, ...checkValues(capability, values, looked.factsOf)]
    if (problems.length > 0) return { ok: false, problems }
    const title = taskTitle(capability, values, (reference) => looked.factsOf(reference)?.name ?? null)
    return { ok: true, title, inputs: looked.inputs, price: await priceOf(capability, values) }
  }

  async function submit(submission: Parameters<Studio['submit']>[0]): Promise<Task> {
    const { connection, capability } = await offered(submission.capability)
    refuseUnconfirmedAccount(connection.id)
    const checked = await check(inspectInputs, knownPrice, capability, submission.values)
    if (!checked.ok) throw new SubmissionError(checked.problems)
    const { title, inputs, price } = checked
    const { record, event } = newTask(
      {
        id: randomUUID(),
        connectionId: connection.id,
        capability: capability.id,
        title,
        values: submission.values,
        batch: null,
        inputs,
        idempotencyKey: randomUUID(),
        price
      },
      clock.now()
    )
    const order = {
      capability: record.capability,
      values: record.values,
      credits: record.credits.estimated,
      consent: submission.consent ?? []
    }
    await writeSubmission(
      () => {
        refuseWhileClosing()
        requireSpendingConsent(limits(), activeId, order)
      },
      () => engine.add(record, event)
    )
    return view(record)
  }

  async function planBatch({ capability: id, values, source, onProgress, signal }: BatchOptions): Promise<BatchPlan> {
    const { connection, capability } = await offered(id)
    return planner.plan({ connectionId: connection.id, capability, values, source, onProgress, signal })
  }

  async function startBatch(planId: string, { skipInvalid, consent = [] }: Parameters<Studio['startBatch']>[1]): Promise<Batch> {
    // A second click, or a retry after a lost response, returns the same batch.
    const started = engine.batches().get(planId)
    if (started !== undefined) return started
    const planned = planner.kept(planId)
    const now = active()?.discovery.current()
    const isAsCounted = planned !== null && planned.connectionId === activeId && isCapabilityUnchanged(planned.capability, now)
    if (!isAsCounted) throw outdatedCheckError()
    refuseUnconfirmedAccount(planned.connectionId)
    refuseWhileClosing()
    const { batch, entries } = newBatch(planned, { skipInvalid, now: clock.now(), newId: randomUUID })
    const order = { capability: batch.capability, values: null, consent }
    return writeSubmission(
      () => {
        refuseWhileClosing()
        // Another call may have saved the batch while this call waited for the journal.
        if (engine.batches().has(planId)) return
        requireSpendingConsent(limits(), activeId, { ...order, credits: batch.credits.known })
        if (batch.credits.unknownRows > 0) requireSpendingConsent(limits(), activeId, { ...order, credits: null })
      },
      () => {
        const written = engine.batches().get(planId)
        if (written === undefined) engine.addBatch(batch, entries)
        return written ?? batch
      }
    )
  }

  function refuseWhileClosing(): void {
    if (closing !== null)
      throw new UserFacingError(say('Kiln is closing. Nothing was sent.'), { advice: say('Open Kiln again, then send.') })
  }

  /** Writes a task or a batch to the journal. Nothing was sent if it throws. `mayWrite` runs before each attempt. */
  function writeSubmission<T>(mayWrite: () => void, write: () => T): Promise<T> {
    return writeWhenUnlocked(
      { mayWrite, write, message: notSentUnwritten, advice: makeRoomAndSend },
      { pause: pauseUntilClosed, onDefect: reportDefect }
    )
  }

  function limits(): Parameters<typeof recheckLimits>[0] {
    return { engine, clock, options, limitDay }
  }

  function rowsOf(batchId: string): readonly TaskRecord[] {
    if (!engine.batches().has(batchId)) throw new UserFacingError(say('Kiln can’t find this batch.'))
    return engine.tasks.ofBatch(batchId)
  }

  async function estimate(submission: { readonly capability: string; readonly values: Values }): Promise<SourcedEstimate> {
    const connection = active()
    const capability = connection?.discovery.current().find((one) => one.id === submission.capability)
    if (connection === null || capability === undefined) return { credits: null, lines: [], source: 'none' }
    return estimator.estimate({ tools: connection.tools, capability, values: submission.values })
  }

  /** Returns the price that Kiln already knows, because sending doesn't wait for an estimate. */
  function knownPrice(capability: Capability, values: Values): EstimatedPrice {
    const connection = active()
    return connection === null ? { credits: null, source: 'none' } : estimator.knownPrice({ tools: connection.tools, capability, values })
  }

  /** Returns the price of a batch row, and requests an estimate from the service if necessary. */
  function askedPrice(capability: Capability, values: Values): Promise<EstimatedPrice> {
    return estimate({ capability: capability.id, values })
  }

  async function priceConfirmationOf(record: TaskRecord): Promise<SendConfirmation | null> {
    const connection = connections.get(record.connectionId)
    if (connection === undefined || record.credits.estimated === null) return null
    await contractOfNow(connection, record)
    const capability = connection.discovery.current().find(({ id }) => id === record.capability)
    if (capability === undefined) return null
    return priceConfirmation(record, await estimator.estimate({ tools: connection.tools, capability, values: record.values }))
  }

  /**
   * Loads the current contract if a task's price may be out of date. That's the case if the task is old or was created before a restart.
   * Doesn't wait longer than `contractTimeoutInMs`.
   */
  async function contractOfNow(connection: OpenConnection, { createdAt }: TaskRecord): Promise<void> {
    const now = clock.now()
    const { reading, askedAt, checkedAt, openedAt } = connection
    if (reading !== null) {
      if (createdAt < (askedAt ?? 0)) await withPatience(reading)
      return
    }
    const isOld = createdAt < openedAt || now - createdAt >= priceKeepsForInMs
    const isRead = checkedAt !== null && now - checkedAt < priceKeepsForInMs
    const isAskedInVain = now - (askedAt ?? 0) < pauseAfterVainReadingInMs
    if (isOld && !isRead && !isAskedInVain) await withPatience(refresh(connection))
  }

  /** Reports an error unless Kiln is closing, because work aborted by closing isn't a defect. */
  function reportUnlessClosing(error: unknown): void {
    if (closing === null) reportDefect(error)
  }

  async function closeAll(backups: BackupSchedule): Promise<void> {
    backups.stop()
    try {
      await engine.close()
    } finally {
      listeners.clear()
      for (const end of pauses) end()
      for (const stop of [...stopsOfRereading.values(), ...stopsOfAskingTools.values()]) stop()
      await Promise.all([...connections.values()].map((connection) => connection.tools.close()))
      await http.close()
      stopLibraryStart()
      limitDay.stopTimer()
      // Checking a disconnected network share may take long. Everything else is closed before the check is awaited.
      const looked = storage.close().catch(reportDefect)
      await Promise.allSettled([...readings, ...choosing, reconciler.close(), backups.idle()])
      await faceSelection.idle()
      await library.close().catch(reportDefect)
      workspace.close()
      journal.close()
      await looked
      unlock()
    }
  }

  // Every startup step that may fail runs before the first task starts.
  const others: OpenConnection[] = []
  let first: OpenConnection | null = null
  try {
    stored = await journal.load()
    const batches = journal.batches()
    for (const other of options.others ?? []) others.push(await plugIn(other))
    if (options.connection !== null) first = await plugIn(options.connection)
    await libraryFolders.setCurrentAtStart(libraryFolder)
    await engine.start(stored, batches)
    stored = []
  } catch (error) {
    await http.close()
    workspace.close()
    journal.close()
    throw error
  }
  others.forEach(follow)
  if (first !== null) activate(first)
  const backups = startBackupSchedule({ dataDir, clock, onDefect: reportDefect })
  void storage.check()
  stopLibraryStart = clock.setTimer(delayBeforeLibraryInMs * timeScale, () => void library.verifyFiles().catch(reportUnlessClosing))
  scheduleNextDay(limits())
  void faceSelection.tidy().catch(reportDefect)

  return {
    capabilities: async () => {
      await firstReading
      return active()?.discovery.current() ?? []
    },
    estimate,
    workspace,
    rememberSent: ({ capability: id, values }) => {
      const capability = active()
        ?.discovery.current()
        .find((one) => one.id === id)
      const prompt = capability === undefined ? null : promptOf(capability, values)
      workspace.rememberSent(id, { values, modeId: null, keptSeeds: [], left: [] }, prompt)
    },
    contractChanges,
    contract: () => {
      const connection = active()
      if (connection === null) return { version: null, digest: null, readAt: null }
      return { ...connection.discovery.facts(), readAt: connection.checkedAt }
    },
    checkContract: async (when) => {
      const connection = active()
      if (connection === null) return contractChanges()
      const pauseInMs = options.contractPauseInMs ?? contractCheckIntervalInMs
      if (when === 'when-due' && clock.now() - (connection.askedAt ?? 0) < pauseInMs) return contractChanges()
      const fault = await refresh(connection)
      if (when === 'now' && fault !== null) throw problemOfLook(fault)
      return contractChanges()
    },
    markContractChangesSeen: () => {
      if (activeId !== null) workspace.contractChanges.markSeen(activeId)
    },
    submit,
    planBatch,
    inspectTable: async ({ capability, path, hasHeader = null }) =>
      planner.inspectTable(path, (await offered(capability)).capability, hasHeader),
    inspectFolder: async ({ capability, path, field }) => planner.inspectFolder(path, (await offered(capability)).capability, field),
    badRows: (planId) => {
      const planned = planner.kept(planId)
      if (planned === null) throw outdatedCheckError()
      return badRowsCsv(planned)
    },
    startBatch,
    batches: () => [...engine.batches().values()].toReversed(),
    stopBatch: (id) => engine.stopBatch(id, true),
    resumeBatch: (id) => engine.stopBatch(id, false),
    cancelRestOfBatch: (id) => {
      const ids = rowsOf(id)
        .filter(canCancel)
        .map((record) => record.id)
      engine.dispatchAll(ids, { kind: 'cancelled' })
      return ids
    },
    agreeInBatch: (id, question) => {
      engine.dispatchAll(
        rowsOf(id).map((record) => record.id),
        { kind: agreedEvents[question] }
      )
    },
    task: (id) => {
      const record = engine.record(id)
      return record === undefined ? null : view(record)
    },
    tasks: (query = {}) => selectTasks(engine.tasks, query).map(view),
    countByPhase: () => {
      const counts: Partial<Record<Phase, number>> = {}
      for (const record of engine.tasks.all().values()) {
        if (!isHidden(record)) counts[record.state.phase] = (counts[record.state.phase] ?? 0) + 1
      }
      return counts
    },
    timeline: (id) => taskTimeline(journal.history(recordOf(id).id)),
    supportBundle: (id) => {
      const record = recordOf(id)
      const origin = { baseUrl: connections.get(record.connectionId)?.baseUrl ?? null, appVersion: options.appVersion ?? '0.0.0' }
      return supportBundleText(record, journal.history(id), origin)
    },
    cancel: (id) => {
      if (!canCancel(recordOf(id))) {
        throw new UserFacingError(say('Too late to cancel. The service may already have the task.'), {
          advice: say('Kiln keeps checking the task and saves the result.')
        })
      }
      engine.dispatch(id, { kind: 'cancelled' })
    },
    undoCancel: (ids) => engine.dispatchAll(idsInJournal(ids), { kind: 'cancel-undone' }),
    agree: (id, question) => {
      const { state } = recordOf(id)
      if (state.phase !== 'held' || state.question?.kind !== question)
        throw new UserFacingError(say('This task no longer needs your confirmation.'))
      engine.dispatch(id, { kind: agreedEvents[question] })
    },
    recheckLimits: () => recheckLimits(limits()),
    checkNow: (id) => engine.checkNow(recordOf(id).id),
    hide: (ids) => engine.dispatchAll(idsInJournal(ids), { kind: 'hidden' }),
    unhide: (ids) => engine.dispatchAll(idsInJournal(ids), { kind: 'unhidden' }),
    uploadedManually: (id) => {
      const { connectionId, capability, inputs, state } = recordOf(id)
      if (state.phase !== 'uploading' || state.byHand === null) throw new UserFacingError(say('This task no longer needs an upload.'))
      const { field, path, fileUrl } = state.byHand
      const input = inputs.find((one) => one.field === field && one.path === path)
      const sha256 = input === undefined ? null : journal.digestOf(input)
      if (sha256 !== null) journal.rememberUpload({ connectionId, sha256, capability, parameter: field }, fileUrl, clock.now())
      engine.dispatch(id, { kind: 'uploaded-by-hand' })
    },
    account,
    test: async (connection) => {
      const { client } = openClient(connection)
      const [catalog, openapi] = await Promise.all([client.catalog({}), client.openapi({})])
      if (!catalog.ok) throw connectionError(catalog.fault)
      const found = joinCapabilities({
        catalog: readCatalog(catalog.value),
        openapi: openapi.ok ? readOpenapi(openapi.value) : null,
        floor: []
      })
      return { capabilities: found.length, categories: new Set(found.map((one) => one.category)).size }
    },
    probeConnection: async () => {
      const connection = active()
      if (connection === null) return null
      connection.tools.wake()
      const [key, tools] = await Promise.all([connection.client.recentTasks({ limit: 1 }), connection.tools.tools({})])
      return { key, tools }
    },
    requests: requests.list,
    checkIntegrity: async ({ onProgress, signal }) => {
      const databases = await Promise.all(
        (['journal', 'desk', 'library'] as const).map(async (name) => ({
          name,
          faults: await library.integrityOf(join(dataDir, name === 'journal' ? 'journal.db' : `${name}.sqlite`))
        }))
      )
      const files = (await library.files()).filter(({ state }) => state !== 'missing')
      const [changed, missing]: [string[], string[]] = [[], []]
      let looked = 0
      for (const { path, sha256 } of files) {
        if (signal.aborted || closing !== null) break
        const digested = await digestFile(path, signal)
        if (signal.aborted) break
        if (!digested.ok) missing.push(basename(path))
        else if (digested.sha256 !== sha256) changed.push(basename(path))
        looked += 1
        onProgress({ done: looked, total: files.length })
      }
      return { databases, results: { total: files.length, looked, changed, missing }, isStopped: looked < files.length }
    },
    accountOf,
    confirmSameAccount: () => {
      const connection = active()
      if (connection === null || engine.gate(connection.id).hold !== 'account-changed') return
      engine.trustAccount(connection.id)
      rememberKeyOf(connection)
    },
    connect,
    follow: async (connection) => follow(await plugIn(connection)),
    unfollow,
    disconnect: async () => {
      const connection = active()
      activeId = null
      if (connection === null) return
      unfollow(connection.id)
      publish({ kind: 'account', account: account() })
    },
    resume: async () => {
      // `wake` also ends a long pause that the service requested. The user may know that the pause is no longer needed.
      engine.wake()
      await engine.checkReachability()
      for (const connection of connections.values()) {
        void readContract(connection)
        await engine.resume(connection.id)
        connection.tools.wake()
      }
    },
    checkReachability: async () => {
      await engine.checkReachability()
      engine.retryDownloads()
    },
    wake: () => {
      recheckLimitsOnNewDay(limits())
      engine.wake()
      for (const { tools } of connections.values()) tools.wake()
      void storage.check()
      void reconciler.reconcile()
    },
    faces: async (id) => faceSelection.show(waitingForFaces(id)),
    faceImage: faceSelection.picture,
    selectFaces: async (id, choice) => {
      const { text, send } = await faceSelection.prepare(waitingForFaces(id), choice)
      const { sent } = await writeWhenUnlocked(
        {
          // Another selection may have been saved while this one was being prepared.
          mayWrite: () => waitingForFaces(id),
          write: () => ({ sent: engine.chooseFaces(id, text, send) }),
          message: say('Your selection couldn’t be saved on this computer, so it wasn’t sent. The task is still waiting. Nothing is lost.'),
          advice: say(
            'Check the free space and your permissions for Kiln’s data folder. Then send your selection again. The faces are still selected.'
          )
        },
        { pause: pauseUntilClosed, onDefect: reportDefect }
      )
      const sending = sent
        .then(() => (engine.record(id)?.choice?.fate === 'taken' ? faceSelection.forget(id) : undefined))
        .catch(reportDefect)
        .finally(() => choosing.delete(sending))
      choosing.add(sending)
    },
    ledger: (query = {}) => selectTasks(engine.tasks, { ...query, includeHidden: true }).map((record) => ledgerEntryOf(view(record))),
    reconcile: async () => withUnreadableTasks(await reconciler.reconcile(), journal.unreadable().tasks),
    reconciliation: () => withUnreadableTasks(reconciler.report(), journal.unreadable().tasks),
    unreadableTasks: () => journal.unreadable().tasks,
    adopt: reconciler.adopt,
    fetchAgain: reconciler.fetchAgain,
    setLibraryFolder: async (folder) => {
      const chosen = resolve(folder)
      await libraryFolders.setCurrent(chosen)
      libraryFolder = chosen
      const state = await storage.check()
      void library.folderChosen().catch(reportUnlessClosing)
      engine.retryDownloads()
      return state
    },
    library,
    storage: storage.state,
    checkStorage: storage.check,
    result: findResult,
    fileOf,
    savePoster: async (itemId, bytes) => {
      const found = await fileOf(itemId)
      if (found === null) throw new UserFacingError(say('Kiln can’t find this result.'))
      if (!(await thumbnails.savePoster(found, bytes))) throw new UserFacingError(say('This preview image can’t be read.'))
    },
    thumbnail: async (itemId, size) => {
      const found = await fileOf(itemId)
      return found === null ? null : thumbnails.thumbnailOf(found, size)
    },
    inspect: async (path) => {
      const probed = await probeFile(path)
      if (!probed.ok) throw new UserFacingError(wordsOf({ ...probed.fault, message: basename(path) }))
      return probed.facts
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => (closing ??= closeAll(backups))
  }
}

const notSentUnwritten = word('Kiln couldn’t save to its data folder, so nothing was sent or charged.')
const makeRoomAndSend = word('Check the free space and your permissions for Kiln’s data folder. Then send again. The form is unchanged.')

function isConnected(state: FolderState): boolean {
  return state === 'ready' || state === 'not-writable'
}

/** Reports an error as a Node warning, without throwing. */
function reportDefect(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}

function wordsOf(fault: Fault): string {
  const failure = failureFromFault(fault, policyFor(fault), 0)
  return `${failure.message} ${failure.advice}`
}

/** Returns the task's request IDs, which the service's support can search for, without duplicates. */
function requestIdsOf(events: readonly TaskHistoryEvent[]): readonly string[] {
  return [...new Set(events.flatMap(({ requestId }) => (requestId === null ? [] : [requestId])))]
}

function problemOfLook(fault: Fault): UserFacingError {
  const { message, advice } = failedReadText(fault, policyFor(fault))
  return new UserFacingError(say('The API definition couldn’t be loaded. {message}', { message }), { advice, requestId: fault.requestId })
}

/** Returns the error for a batch that can't be sent as checked. The account or capability has changed since, or Kiln was restarted. */
function outdatedCheckError(): UserFacingError {
  return new UserFacingError(say('This batch’s check is out of date. Nothing was sent.'), {
    advice: say('Check the batch again, then send it.')
  })
}

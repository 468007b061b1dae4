import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Batch } from '../shared/batch/batch.ts'
import type { BatchPlan } from '../shared/batch/batch-plan.ts'
import type { BatchSource, FolderFound, TableFound } from '../shared/batch/batch-source.ts'
import type { Capability } from '../shared/capability.ts'
import type { AccountState, ConnectionReport } from '../shared/connection.ts'
import type { ContractChange, ContractNews } from '../shared/contract-change.ts'
import { assertNever } from '../shared/assert-never.ts'
import type { ContractFacts, IntegrityReport } from '../shared/diagnostics.ts'
import { newFault, type Fault, type Obstacle } from '../shared/fault.ts'
import { checkValues, fieldsOf, modeOf, titleOf, valuesInMode } from '../shared/fields.ts'
import type { FaceChoiceInput, FacesToChoose } from '../shared/faces.ts'
import { type LedgerEntry, ledgerEntryOf } from '../shared/ledger.ts'
import type { LibraryNews } from '../shared/library.ts'
import type { MediaFacts } from '../shared/media-facts.ts'
import type { Price, SourcedEstimate } from '../shared/pricing.ts'
import { PlainProblem, SubmissionProblems } from '../shared/problem.ts'
import { type SendingQuestion, type SpendingConsent, SpendingQuestion, type SpendingRules } from '../shared/spending.ts'
import type { RequestEntry } from '../shared/request-log.ts'
import type { Reconciliation } from '../shared/reconciliation.ts'
import type { StorageState } from '../shared/storage.ts'
import type { Recipe } from '../shared/recipe.ts'
import { defaultNameRule } from '../shared/result-name.ts'
import type { RecipeKeeping } from '../shared/settings.ts'
import { slicesOf } from '../shared/slices-of.ts'
import type { Phase, Progress, Result, Task, TaskQuery, TimelineEntry } from '../shared/task.ts'
import { isItemReference, type FileReference, type ItemReference, type Values } from '../shared/values.ts'
import type { AccountOfKey } from './account/account.ts'
import { createEstimator } from './account/create-estimator.ts'
import { createKnownKeys } from './account/known-keys.ts'
import { parseBaseUrl } from './api/base-url.ts'
import { createHttpClient, type DispatcherFor } from './api/http-client.ts'
import { createRequestLog } from './api/request-log.ts'
import { openToolClient } from './api/mcp/open-tool-client.ts'
import { openServiceClient } from './api/open-service-client.ts'
import { policyFor, repetitionsFor } from './core/error-policy.ts'
import { faceArguments } from './core/face-arguments.ts'
import { failureFrom, wordsOfReading } from './core/failure-words.ts'
import { backoffInMs } from './core/poll-schedule.ts'
import { itemIdOf } from '../shared/item-id.ts'
import type { Answer, Clock, ServiceClient, ToolClient, OutputPlace } from './core/ports.ts'
import { inEnglish, kept, say, sayContract, word } from '../shared/words/say.ts'
import { isSentSince, limitQuestion, priceQuestion } from './core/sending-questions.ts'
import { type EarlierTask, type Order, spendingGuards } from './core/spending-guards.ts'
import { restoredEntry } from './core/restored-task.ts'
import { type StoryEvent, tellStory } from './core/story.ts'
import { supportBundleOf } from './core/support-bundle.ts'
import type { Output, TaskRecord } from './core/task-record.ts'
import { mayBeTakenBack } from './core/task-machine.ts'
import { outputsOf, resultsOf, viewOf } from './core/task-view.ts'
import { openDeskWhenFree, type Desk } from './desk/open-desk.ts'
import { createDiscovery, type Discovery } from './discovery/create-discovery.ts'
import { describeChange } from './discovery/describe-change.ts'
import { joinCapabilities } from './discovery/join-capabilities.ts'
import { readCatalog } from './discovery/read-catalog.ts'
import { readOpenapi } from './discovery/read-openapi.ts'
import { badRowsTable } from './batch/bad-rows-table.ts'
import { createBatchPlanner, isSameOffer } from './batch/batch-planner.ts'
import type { CheckRow } from './batch/check-rows.ts'
import { rememberingProbe } from './batch/remembering-probe.ts'
import { unknownCapability } from './core/adopted-task.ts'
import { newBatch } from './core/new-batch.ts'
import { newTask } from './core/new-task.ts'
import { createEngine, type Engine } from './engine/create-engine.ts'
import { createReconciler, type Reconciler } from './engine/create-reconciler.ts'
import type { Pace } from './engine/ports.ts'
import { keyAfter } from './api/idempotency-key.ts'
import { createSteadyClock } from './engine/steady-clock.ts'
import type { TaskIndex } from './engine/task-index.ts'
import { createFaceDesk } from './faces/create-face-desk.ts'
import { referencesOf } from './faces/face-references.ts'
import type { Picture } from './faces/fetch-picture.ts'
import { type Backup, keepBackup, listBackups } from './journal/backups.ts'
import { isJournalBusy, JournalError } from './journal/journal-errors.ts'
import { journalPath } from './journal/journal-files.ts'
import { lockDataFolder } from './journal/lock-data-folder.ts'
import { isJournalMissing } from './journal/missing-journal.ts'
import { notingJournal } from './journal/noting-journal.ts'
import { openJournal } from './journal/open-journal.ts'
import { replaceJournal } from './journal/replace-journal.ts'
import { createLibrary, type Library, type LibraryFile } from './library/create-library.ts'
import { createResultKeeper } from './library/keep-result.ts'
import { isWithin } from './library/is-within.ts'
import { createLibraryFolders } from './library/library-folders.ts'
import { lostFiles } from './library/lost-files.ts'
import { recipeOf } from './library/recipe-of.ts'
import { createThumbnails, type ThumbnailSize } from './library/thumbnails.ts'
import { createStorageWatch } from './library/watch-storage.ts'
import { digestFile } from './uploads/digest-file.ts'
import { createLookIntoInputs, type LookIntoInputs } from './uploads/look-into-inputs.ts'
import { probeFile } from './uploads/probe-file.ts'
import { createTransferFile } from './uploads/transfer-file.ts'
import { createUploadInputs } from './uploads/upload-inputs.ts'

/**
 * An account at a base URL. `id` tells accounts apart: tasks remember theirs and are never sent to another. A new key under the same id has to
 * be proven to belong to the same account first (see `confirmSameAccount`). Default id: `default`.
 */
export type ConnectionOptions = { readonly id?: string; readonly baseUrl: string; readonly apiKey: string }

export type StudioOptions = {
  /** Folder of the journal; made when it is not there. One studio per folder. */
  readonly dataDir: string
  /** Default `<dataDir>/library`. */
  readonly libraryDir?: string
  /** Null: open without an account; what is queued waits. */
  readonly connection: ConnectionOptions | null
  /** Accounts besides that one, whose tasks are followed to their end (I4). */
  readonly others?: readonly ConnectionOptions[]
  /** Multiplies every wait; for tests. Default 1. */
  readonly timeScale?: number
  /** Multiplies how long a call to the service may take; for tests. Default 1. */
  readonly deadlineScale?: number
  /** For tests, which drive it by hand. Default: the machine's, that never goes back. */
  readonly clock?: Clock
  /** Goes into support bundles. */
  readonly appVersion?: string
  /** The way to the network for an origin, such as the system's proxy. Default: straight. */
  readonly dispatcherFor?: DispatcherFor
  /** What a person set to keep their credits, asked before each order. Default: no rules. */
  readonly spendingRules?: () => SpendingRules
  /** How much at once, and how fast; what is left out keeps its default. */
  readonly pace?: Partial<Pace>
  /** What is kept of how a result was made. Default: beside the file and inside it. */
  readonly recipes?: () => RecipeKeeping
  /** How files are named (`shared/result-name.ts`). Default: the default rule. */
  readonly nameRule?: () => string
  /** Hands a file to the system's trash. Default: there is none, and deleted files stay in `.kiln-trash` beside the others. */
  readonly trashItem?: (path: string) => Promise<void>
  /** The least time between two looks at the contract that nobody asked for, in milliseconds. Default 5 minutes. */
  readonly contractPauseInMs?: number
}

/** `source`: paths in it are absolute, and files among the values are files or items, not drafts. */
export type BatchWish = {
  readonly capability: string
  readonly values: Values
  readonly source: BatchSource
  readonly onProgress: (done: number, total: number) => void
  readonly signal: AbortSignal
}

export type StudioEvent =
  | { readonly kind: 'task'; readonly task: Task }
  | { readonly kind: 'batch'; readonly batch: Batch }
  | { readonly kind: 'progress'; readonly id: string; readonly progress: Progress }
  | { readonly kind: 'account'; readonly account: StudioAccount }
  | { readonly kind: 'reconciliation'; readonly reconciliation: Reconciliation }
  | { readonly kind: 'library'; readonly news: LibraryNews }
  | { readonly kind: 'storage'; readonly storage: StorageState }
  | { readonly kind: 'contract-change'; readonly change: ContractChange }
  | { readonly kind: 'capabilities'; readonly capabilities: readonly Capability[] }

/** The account without what only the app knows of it (name, whether it is the practice service, which others there are). */
export type StudioAccount = Omit<AccountState, 'connection' | 'others'> & {
  readonly connectionId: string | null
  readonly baseUrl: string | null
}

export type { LibraryFile } from './library/create-library.ts'
export type { Preset } from './desk/presets.ts'

/** The door that the app, the tests, the crash harness and the benchmarks all use. Opens in plain Node 24. */
export type Studio = {
  readonly capabilities: () => Promise<readonly Capability[]>
  /** What a person keeps at hand: drafts, presets, prompts. Closed with the studio. */
  readonly desk: Desk
  /** Keeps the values of a submission, and its prompt, at hand. Never throws. */
  readonly rememberSent: (submission: { readonly capability: string; readonly values: Values }) => void
  /** How the contract of the active account has changed, and when it was last looked at. */
  readonly contractNews: () => ContractNews
  /** Which contract of the active account is in force. */
  readonly contract: () => ContractFacts
  /** Reads the contract again: `now`, and then rejects with a plain word when it can't be had; or `when-due`: at most every few minutes. */
  readonly lookAtContract: (when: 'now' | 'when-due') => Promise<ContractNews>
  readonly markContractNewsSeen: () => void
  /**
   * What sending these values would cost, by the contract's rules, else as the service estimates it, else unknown. Never rejects; spends
   * nothing; opens no file.
   */
  readonly estimate: (submission: { readonly capability: string; readonly values: Values }) => Promise<SourcedEstimate>
  /**
   * Writes the intent down and starts it. Resolves once the journal holds it durably.
   * Rejects with `SubmissionProblems` when the values can't be sent, and with `SpendingQuestion` when the person's own rules ask for a
   * word first; nothing was sent then.
   */
  readonly submit: (submission: {
    readonly capability: string
    readonly values: Values
    /** Questions before spending that a person has said yes to. */
    readonly consent?: readonly SpendingConsent[]
  }) => Promise<Task>
  /**
   * Makes the rows of a batch and checks each as `submit` would; sends nothing. Paths in `source` are absolute. Rejects with a plain word for
   * what can't be rows at all, and with the signal's reason when it is given up.
   */
  readonly planBatch: (wish: BatchWish) => Promise<BatchPlan>
  readonly lookAtTable: (wish: { readonly capability: string; readonly path: string }) => Promise<TableFound>
  readonly lookAtFolder: (wish: { readonly capability: string; readonly path: string; readonly field: string }) => Promise<FolderFound>
  /** The rows that can't be sent as the text of a table, with the reasons. Throws with a plain word when the plan is forgotten. */
  readonly badRows: (planId: string) => string
  /**
   * Writes the batch and every task of it down in one transaction, and starts it. Asked again with the same plan it is the same batch.
   * Rejects with a plain word when the plan can't be started, and with `SpendingQuestion` as `submit` does; nothing was sent then.
   */
  readonly startBatch: (
    planId: string,
    wish: { readonly leaveOutBad: boolean; readonly consent?: readonly SpendingConsent[] }
  ) => Promise<Batch>
  /** Newest first. */
  readonly batches: () => readonly Batch[]
  /** What is not sent stays here until `resumeBatch`; what is on its way goes on. Durable when it returns. */
  readonly stopBatch: (id: string) => void
  readonly resumeBatch: (id: string) => void
  /** Takes back every task of it that was not sent. */
  readonly cancelRestOfBatch: (id: string) => void
  /** "Send them": every task of it that asks is sent at the price of now. */
  readonly agreeToPricesOfBatch: (id: string) => void
  /** Hides every task of it. */
  readonly hideBatch: (id: string) => void
  readonly task: (id: string) => Task | null
  /** Newest first. */
  readonly tasks: (query?: TaskQuery) => readonly Task[]
  /** Without hidden ones. */
  readonly countByPhase: () => Readonly<Partial<Record<Phase, number>>>
  readonly timeline: (id: string) => readonly TimelineEntry[]
  readonly supportBundle: (id: string) => string
  /** Takes a task back that was not sent. Throws with a plain word when it is too late. */
  readonly cancel: (id: string) => void
  /** "Send": a task that asks because its price has gone up is sent at the price of now. Throws with a plain word when it does not ask. */
  readonly agreeToPrice: (id: string) => void
  /** A person has changed what they set to keep their credits: what waits for it is judged again. */
  readonly judgeLimitsAgain: () => void
  /** Asks about this very task now; never costs anything. */
  readonly lookAgain: (id: string) => void
  readonly hide: (id: string) => void
  /** "I ran it": the upload command that Kiln would not run was run by hand; the task goes on with the address that came with it. */
  readonly uploadedByHand: (id: string) => void
  readonly account: () => StudioAccount
  /** Tests an address and key without keeping them: reads the catalog. Rejects with a plain word. */
  readonly test: (connection: ConnectionOptions) => Promise<ConnectionReport>
  /** Asks REST and MCP a free question each, with the key of the active account; null without one. For the check of the connection. */
  readonly knock: () => Promise<{ readonly key: Answer<unknown>; readonly tools: Answer<unknown> } | null>
  /** Looks at every page of Kiln's files and digests every result, beside all else; changes nothing. */
  readonly checkIntegrity: (wish: {
    readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void
    readonly signal: AbortSignal
  }) => Promise<IntegrityReport>
  /** The last requests, newest first; nothing secret is in them. */
  readonly requests: () => readonly RequestEntry[]
  /** Which of these connections a key belongs to, by the keys that were used before and by the recent tasks. Costs nothing. */
  readonly accountOf: (connection: Omit<ConnectionOptions, 'id'>, candidates: readonly string[]) => Promise<AccountOfKey>
  /**
   * "It is the same account": the tasks of the active connection resume with its new key. Only while `account().hold` is `account-changed`,
   * which it is while nothing proves it.
   */
  readonly confirmSameAccount: () => void
  /** A new key or address for a running studio; held tasks go on by themselves. */
  readonly connect: (connection: ConnectionOptions) => Promise<void>
  /** Forgets the key in memory; tasks wait. */
  readonly disconnect: () => Promise<void>
  /** "The account is mended, go on." */
  readonly resume: () => Promise<void>
  /** Looks now whether the service can be reached again, where it could not, and lets everything go on when it can. */
  readonly lookOut: () => Promise<void>
  /** The machine woke, or the network is back: look at everything at once. */
  readonly wake: () => void
  /** What there is to choose from, for a task that waits for faces. Rejects with a plain word. */
  readonly faces: (id: string) => Promise<FacesToChoose>
  /** A picture of `faces`, by the last part of its address; null when it is not there. */
  readonly facePicture: (key: string) => Promise<Picture | null>
  /** Writes the choice down and sends it, once. Resolves when it is written down and on its way. Rejects with a plain word; nothing was sent then. */
  readonly selectFaces: (id: string, choice: FaceChoiceInput) => Promise<void>
  /** Every task of every account as the ledger sees it, newest first; hidden ones too. */
  readonly ledger: (query?: Pick<TaskQuery, 'limit' | 'olderThan'>) => readonly LedgerEntry[]
  /** Holds journal, recent tasks and files against each other; costs nothing. Null without an account. */
  readonly reconcile: () => Promise<Reconciliation | null>
  /** What the last reconciliation of the active account found; null before there was one. */
  readonly reconciliation: () => Reconciliation | null
  /** How many tasks of the journal can't be read. They are kept as they are, and never sent. */
  readonly unreadableTasks: () => number
  /**
   * Adds a task that was made elsewhere to the queue. `capability`: what the person says it belongs to; if neither they nor the service say, the
   * task is followed over MCP, which needs none. Throws with a plain word when it can't be added.
   */
  readonly adopt: Reconciler['adopt']
  /** Fetches files of a finished task that are not on this computer any more. Throws with a plain word when none is missing. */
  readonly fetchAgain: (id: string) => Promise<void>
  /** Everything that was made and kept, to be found again. */
  readonly library: Library
  /** A person chose another folder for results; what waits to be saved is saved there. Resolves when it is known how that folder stands. */
  readonly setLibraryFolder: (folder: string) => Promise<StorageState>
  /** Whether what is kept on this computer can be kept, as it was found last. */
  readonly storage: () => StorageState
  /** The same, looked at now. */
  readonly lookAtStorage: () => Promise<StorageState>
  readonly result: (itemId: string) => (Result & { readonly task: Task }) | null
  /** The file of a result, wherever it lies now and whoever made it; null: it is none of the library's. */
  readonly fileOf: (itemId: string) => Promise<LibraryFile | null>
  /** Keeps a picture that stands for a video or a model. Rejects with a plain word when it is none. */
  readonly keepPoster: (itemId: string, bytes: Uint8Array) => Promise<void>
  /** Path of a small WebP of a picture, or of the poster that was kept for it; made when first asked for; null for what has none. */
  readonly thumbnail: (itemId: string, size?: ThumbnailSize) => Promise<string | null>
  /** Rejects with a plain word when the file can't be read. */
  readonly inspect: (path: string) => Promise<MediaFacts>
  readonly subscribe: (listener: (event: StudioEvent) => void) => () => void
  /** Lets what is being written finish; nothing is lost either way. */
  readonly close: () => Promise<void>
}

const defaultPace: Pace = {
  sendsAtOnce: 4,
  sendsPerSecond: 8,
  uploadsAtOnce: 4,
  batchRowsAtOnce: 16,
  downloadsAtOnce: 3,
  queriesAtOnce: 16,
  queriesPerSecond: 10
}
/** Waits of zero would turn every repetition into a busy loop. */
const leastTimeScale = 0.0001
/**
 * How long the very first submission waits for the contract, in milliseconds, before it makes do with the capabilities that are built
 * in. Not scaled: it is the service's time, not ours.
 */
const patienceForContractInMs = 4_000
/** An MCP endpoint that is not there is asked for again now and then; it may have been switched on. */
const longestPauseOfToolsInMs = 10 * 60_000
/** While a person looks on, a service that asks for more patience is told of instead. */
const longestPauseOfAPersonInMs = 15_000
/** The protocol library is not loaded while the window opens. */
const delayBeforeToolsInMs = 5_000
/** What a kill kept from being indexed, and from being written beside its file, is made up for then; and it is seen what others did to the files. */
const delayBeforeLibraryInMs = 4_000
const longestPauseOfReadingInMs = 10 * 60_000
/** A contract that moves while the window is looked at is noticed within this time; while nobody looks, within the second. Not scaled. */
const pauseBetweenLooksInMs = 5 * 60_000
const pauseOfAnIdleAppInMs = 20 * 60_000
/** A price that was told longer ago than this is held against a contract that was read since. Not scaled: it is the service's time. */
const priceKeepsForInMs = 10 * 60_000
/** Where the contract could not be had for that, it is not asked for again with every task. */
const pauseAfterVainReadingInMs = 60_000
/** Sentences about one change that are kept; a contract that is another one altogether needs no more. */
const mostSentences = 200
/** So many recent tasks are read to find out which account a key belongs to. */
const recentTasksForProof = 100

/** A connection that is open now: its client, and what its service offers. */
type OpenConnection = {
  readonly id: string
  readonly baseUrl: string
  readonly client: ServiceClient
  /** From now on its key is the one of the account. Not called before the service has accepted it: a mistyped key is nobody's. */
  readonly rememberKey: () => Promise<void>
  isKeyKnown: boolean
  readonly hasKey: (apiKey: string) => boolean
  /** The MCP side; opened when it is first asked. */
  readonly tools: ToolClient
  /** Whether MCP was asked for what neither document tells. */
  hasAskedTools: boolean
  readonly discovery: Discovery
  /** When its contract was last asked for, and when it was last had. */
  askedAt: number | null
  lookedAt: number | null
  readonly openedAt: number
  /** The reading that is under way. */
  reading: Promise<unknown> | null
}

/** A write that meets a busy journal is tried so often, for about 5 s: SQLite itself waits 20 ms each time. Not scaled: the other program's time. */
const triesWhenBusy = 19
const pauseWhenBusyInMs = 250

/** How long a clock that was set on to another day may go unnoticed. */
const dayIsLookedAtEveryInMs = 10 * 60_000
/** Where the copies of the journal come from, and what is kept of them. */
const firstBackupDelayInMs = 60_000
const backupEveryInMs = 6 * 3_600_000
const keptBackups = { newest: 4, days: 14 } as const

/** Copies of the journal that a damaged one can be replaced by, newest first. */
export async function journalBackups(dataDir: string): Promise<readonly Backup[]> {
  return listBackups(dataDir)
}

/**
 * Replaces a damaged or missing journal by a backup, or by an empty one if `backup` is null. The old journal is kept. Tasks of the backup that
 * may have been sent since are looked up before they are sent again (I3).
 *
 * @returns the folder in which the old journal is kept; null if there was none
 * @throws JournalError `in-use` if a Kiln is open on the folder, or `damaged` if the backup is damaged too; nothing has changed then.
 */
export async function restoreJournal(dataDir: string, backup: Backup | null): Promise<string | null> {
  const unlock = await lockDataFolder(dataDir)
  try {
    return await replaceJournal(dataDir, backup, { now: Date.now(), afterCopy: restoredEntry })
  } finally {
    unlock()
  }
}

/**
 * Opens the studio on a folder: the journal is read, and every task that was under way goes on.
 * @throws JournalError when the folder is in use, or its journal can't be opened; PlainProblem for a base URL that is none.
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
  const clock = options.clock ?? createSteadyClock()
  const journal = notingJournal(await openJournal(journalPath(dataDir), { now: clock.now(), afterCopy: restoredEntry }), (error) =>
    storage.noteWriting(error)
  )
  const knownKeys = createKnownKeys({ read: journal.meta, write: journal.writeMeta })
  const desk = await openDeskWhenFree({ path: join(dataDir, 'desk.sqlite'), now: clock.now, onDefect: reportDefect })
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
  /** Settles when the contract has been read once, from disk or from the service. */
  let firstReading: Promise<void> = Promise.resolve()
  const readings = new Set<Promise<unknown>>()
  /** Choices of faces on their way. */
  const choosing = new Set<Promise<unknown>>()
  /** What is waited for while a person waits; each is ended by calling it. */
  const pauses = new Set<() => void>()
  const stopsOfRereading = new Map<string, () => void>()
  const stopsOfAskingTools = new Map<string, () => void>()
  let closing: Promise<void> | null = null
  let stopBackups = (): void => undefined
  let stopLibraryStart = (): void => undefined
  let stopNextDay = (): void => undefined
  /** The day for which the limits were judged last, by when it began. */
  let judgedOn = startOfDay(clock.now())
  let backingUp: Promise<void> = Promise.resolve()
  const backupsEnd = new AbortController()
  /** As the journal held them; the engine has them once it was started. */
  let stored: readonly TaskRecord[] = []
  /** Newest first. */
  async function* outputsIn(folder: string): AsyncGenerator<Output> {
    const records = engine.tasks.size() === 0 ? stored.toReversed() : engine.tasks.newestFirst()
    for await (const slice of slicesOf(records, () => setImmediate()))
      for (const output of slice.flatMap(outputsOf).toReversed()) if (isWithin(folder, output.result?.path ?? output.stem)) yield output
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
  const keeper = createResultKeeper({
    folder: () => libraryFolder,
    stateOfFolder: libraryFolders.stateOf,
    http,
    probeFile,
    nameRule: () => options.nameRule?.() ?? defaultNameRule,
    // Without the ids of requests, which grow: the same result put in place again after a kill is the same file.
    recipeFor: (place, kind) => (recipeKeeping().inside ? recipeFor(place, kind, []) : null)
  })
  const storage = createStorageWatch({
    libraryFolder: () => libraryFolder,
    dataFolder: dataDir,
    stateOfFolder: libraryFolders.stateOf,
    clock,
    timeScale,
    onChange: (state) => publish({ kind: 'storage', storage: state }),
    onLibraryMended: () => engine.collectNow()
  })

  const engine: Engine = createEngine({
    journal,
    clientOf: (connectionId) => connections.get(connectionId)?.client ?? null,
    capabilityOf,
    uploadInputs: createUploadInputs({ memory: journal, digestFile, transferFile: createTransferFile({ http }), now: clock.now }),
    keeper: {
      ...keeper,
      keep: async (order) => {
        const outcome = await keeper.keep(order)
        if (keeper.isInLibrary(order.stem)) storage.noteKeeping(outcome)
        return outcome
      }
    },
    clock,
    timeScale,
    pace: { ...defaultPace, ...options.pace },
    keyAfter,
    random: Math.random,
    onTask: (record) => {
      library.notice(record, resultsOf(record))
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
    priceQuestion: priceQuestionOf,
    limitQuestion: limitQuestionOf,
    queryWithoutCapability: (connectionId, taskId, signal) => {
      const connection = connections.get(connectionId)
      const fault = newFault('query', 'not-sent', { message: 'no-connection' })
      return connection === undefined ? Promise.resolve({ ok: false, fault }) : connection.tools.queryTask({ taskId, signal })
    },
    readContract: (connectionId) => {
      const connection = connections.get(connectionId)
      if (connection !== undefined) void readContract(connection)
      // After waking the network is often not there yet: what could not be held against the service then is now.
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
    isFolderThere: async () => ['ready', 'not-writable'].includes(await libraryFolders.stateOf(libraryFolder)),
    probeFile,
    digestFile,
    recipes: recipeKeeping,
    trashItem: options.trashItem ?? (() => Promise.reject(new Error('There is no trash here.'))),
    fetchAgain: (task) => reconciler.fetchAgain(task),
    *journalResults() {
      for (const record of engine.tasks.all().values()) for (const result of resultsOf(record)) yield { record, result }
    },
    recipeOf: ({ record, result }) => recipeFor({ record, index: result.index }, result, requestIdsOf(journal.story(record.id))),
    clock,
    onNews: (news) => {
      if (closing === null) publish({ kind: 'library', news })
    },
    onDefect: reportDefect
  })

  const pathOf = (reference: FileReference | ItemReference): string | null =>
    isItemReference(reference) ? pathOfItem(reference.item) : resolve(reference.file)
  const lookIntoInputs = createLookIntoInputs({ pathOf, probeFile, wordsOf })
  const lookIntoManyInputs = createLookIntoInputs({ pathOf, probeFile: rememberingProbe(probeFile), wordsOf })
  const planner = createBatchPlanner({ check: (capability, values) => check(lookIntoManyInputs, askedPrice, capability, values) })

  const faceDesk = createFaceDesk({
    toolsOf: (connectionId) => connections.get(connectionId)?.tools ?? null,
    http,
    folder: join(dataDir, 'faces'),
    referencesOf: ({ values }) => referencesOf(values, pathOfItem),
    recordOf: (id) => engine.record(id),
    argumentsFor: faceArguments,
    problemOf: problemOfFaces,
    pauseBeforeAskingAgain: (fault, tries) => {
      const delayInMs = fault.retryAfterInMs ?? backoffInMs(tries, Math.random())
      return tries > repetitionsFor(fault) || delayInMs > longestPauseOfAPersonInMs || closing !== null
        ? null
        : pauseUntilClosed(delayInMs * timeScale)
    }
  })

  function pauseUntilClosed(delayInMs: number): Promise<void> {
    return new Promise((goOn) => {
      const end = (): void => {
        stop()
        pauses.delete(end)
        goOn()
      }
      const stop = clock.setTimer(delayInMs, end)
      pauses.add(end)
    })
  }

  const reconciler = createReconciler({
    engine,
    activeConnection: () => activeId,
    // What a person has deleted is not lost, and what was moved is where it was moved to.
    lostFiles: (results, isAsked) => lostFiles(results.filter(({ id }) => isAsked || !library.isRemoved(id)).map(whereItIs), isAsked),
    titleOf: (capability) =>
      capability === unknownCapability
        ? say('Task made elsewhere')
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
      if (closing === null) publish({ kind: 'reconciliation', reconciliation: withUnreadable(reconciliation) })
    }
  })

  /** The report with a sentence about tasks that can't be read: the reconciler knows only the others. */
  function withUnreadable<Report extends Reconciliation | null>(report: Report): Report {
    const count = journal.unreadable().tasks
    if (report === null || count === 0) return report
    const sentence = say(
      '{count, plural, one {# task in the journal can’t be read. It is kept as it is and won’t be sent. If the service has it, it is listed as made elsewhere.} other {# tasks in the journal can’t be read. They are kept as they are and won’t be sent. Those that the service has are listed as made elsewhere.}}',
      { count }
    )
    return { ...report, sentences: [sentence, ...report.sentences] }
  }

  function capabilityOf(capability: string, connectionId: string): Capability | null {
    return (
      connections
        .get(connectionId)
        ?.discovery.current()
        .find((one) => one.id === capability) ?? null
    )
  }

  function recipeKeeping(): RecipeKeeping {
    return options.recipes?.() ?? { beside: true, inside: true }
  }

  function recipeFor(
    { record, index }: OutputPlace,
    { medium, contentType }: Pick<Result, 'medium' | 'contentType'>,
    requestIds: readonly string[]
  ): Recipe {
    return recipeOf({
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
        // A listener's own defect must not break the step of a task that it was told about.
        reportDefect(error)
      }
    }
  }

  function view(record: TaskRecord): Task {
    const task = viewOf(record, engine.progressOf(record.id))
    return { ...task, nextAt: inTimeOfDay(task.nextAt) }
  }

  /** What is still to come, by the system's clock: whoever shows it goes by that one, which may have been set back. */
  function inTimeOfDay(at: number | null): number | null {
    return at === null ? null : at - (clock.aheadInMs?.() ?? 0)
  }

  function recordOf(id: string): TaskRecord {
    const record = engine.record(id)
    if (record === undefined) throw new PlainProblem(say('That task is not in the journal.'))
    return record
  }

  function waitingForFaces(id: string): TaskRecord {
    const record = recordOf(id)
    refuseUnconfirmedAccount(record.connectionId)
    if (record.state.phase === 'needs_input') return record
    throw new PlainProblem(say('This task does not wait for a choice of faces any more.'), { advice: say('It goes on by itself.') })
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
      isOnline: (gate?.offlineSince ?? null) === null,
      obstacle: gate?.obstacle ?? null,
      offlineSince: gate?.offlineSince ?? null,
      slowedUntil: inTimeOfDay(gate?.slowedUntil ?? null),
      creditsToday: activeId === null ? 0 : engine.tasks.chargedSince(activeId, startOfDay(clock.now()))
    }
  }

  /** Reads what the service offers, and reads it again later where it could not be had. */
  function refresh(connection: OpenConnection, tries = 1): Promise<Fault | null> {
    const reading = refreshOnce(connection, tries).finally(() => {
      readings.delete(reading)
      if (connection.reading === reading) connection.reading = null
    })
    readings.add(reading)
    connection.reading = reading
    return reading
  }

  /** As `refresh`, but for a reading that is under way already. */
  function readContract(connection: OpenConnection): Promise<unknown> {
    return connection.reading ?? refresh(connection)
  }

  /** Null: it was read. */
  async function refreshOnce(connection: OpenConnection, tries: number): Promise<Fault | null> {
    stopsOfRereading.get(connection.id)?.()
    connection.askedAt = clock.now()
    const outcome = await connection.discovery.refresh(connection.client)
    const fault = outcome === 'changed' || outcome === 'same' ? null : outcome
    if (fault === null) {
      connection.lookedAt = clock.now()
      noteAcceptedKey(connection)
    }
    if (connections.get(connection.id) === connection) await engine.hear(connection.id, fault)
    if (closing !== null || connections.get(connection.id) !== connection) return fault
    if (outcome === 'changed' && connection.id === activeId) publish({ kind: 'capabilities', capabilities: connection.discovery.current() })
    if (outcome === 'changed') connection.hasAskedTools = false
    if (outcome === 'changed') judgePricesAgain(connection)
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

  /** What neither document tells is asked for over MCP, well after the start and once; whatever becomes of it, REST has gone on. */
  function askToolsLater(connection: OpenConnection): void {
    if (connection.hasAskedTools || !connection.discovery.isWanting()) return
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
    const outcome = await connection.discovery.askTools(connection.tools)
    if (!isOpen()) return
    // A failure is tried again after the next reading of the documents.
    if (outcome !== 'changed' && outcome !== 'same') connection.hasAskedTools = false
    else if (outcome === 'changed' && connection.id === activeId)
      publish({ kind: 'capabilities', capabilities: connection.discovery.current() })
  }

  function tellOfChange(connectionId: string, before: readonly Capability[], after: readonly Capability[]): void {
    const all = inEnglish(() => describeChange(before, after))
    if (all.length === 0) return
    const rest = all.length - mostSentences
    const sentences =
      rest <= 0
        ? all
        : [...all.slice(0, mostSentences), kept('{count, plural, one {# more change} other {# more changes}}.', { count: rest })]
    const change = desk.rememberChange(connectionId, sentences)
    if (connectionId === activeId) publish({ kind: 'contract-change', change })
  }

  function contractNews(): ContractNews {
    const connection = active()
    if (connection === null) return { lookedAt: null, changes: [] }
    return { lookedAt: connection.lookedAt, changes: desk.contractChanges.list(connection.id) }
  }

  /** Resolves when the reading has, or when it has taken too long to wait for. */
  async function withPatience(reading: Promise<unknown>): Promise<void> {
    let stopWaiting = (): void => undefined
    const tired = new Promise<void>((tire) => {
      stopWaiting = clock.setTimer(patienceForContractInMs, tire)
    })
    await Promise.race([reading, tired])
    stopWaiting()
  }

  function openClient(connection: ConnectionOptions): { baseUrl: string; apiKey: string; client: ServiceClient } {
    const read = parseBaseUrl(connection.baseUrl)
    if (!read.ok) throw new PlainProblem(read.sentence, { field: 'baseUrl' })
    const apiKey = connection.apiKey.trim()
    if (!/^[\x21-\x7e]*$/.test(apiKey)) {
      throw new PlainProblem(say('That key holds characters that cannot be in one.'), {
        field: 'apiKey',
        advice: say('Copy it once more, in one piece.')
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
    // The app opens with the cached contract and refreshes behind it; only the very first time there is something to wait for.
    const reading = refresh(opened)
    firstReading = opened.discovery.hasCache() ? Promise.resolve() : withPatience(reading)
    engine.mend(opened.id)
    void reconciler.reconcile()
    publish({ kind: 'capabilities', capabilities: opened.discovery.current() })
  }

  /** Makes an account reachable for its tasks; which one is active stays as it is. */
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
    // What is just being remembered is known already.
    const keyState = replaced?.isKeyKnown === true ? (replaced.hasKey(apiKey) ? 'same' : 'other') : await knownKeys.compare(id, apiKey)
    const rememberKey = (): Promise<void> => knownKeys.remember(id, apiKey)
    const isDoubted = keyState === 'other' && hasTasks(id)
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
      lookedAt: null,
      openedAt: clock.now(),
      reading: null
    }
    // What was uploaded at another address may mean nothing at this one.
    const before = connections.get(id)
    if (before !== undefined && before.baseUrl !== baseUrl) journal.forgetUploads(id)
    void before?.tools.close()
    connections.set(id, opened)
    if (isDoubted) engine.doubtAccount(id)
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

  async function accountOf({ baseUrl, apiKey }: Omit<ConnectionOptions, 'id'>, candidates: readonly string[]): Promise<AccountOfKey> {
    for (const id of candidates) if ((await knownKeys.compare(id, apiKey)) === 'same') return { kind: 'known', id }
    const inUse = candidates.filter(hasTasks)
    const [first] = inUse
    if (first === undefined) return candidates[0] === undefined ? { kind: 'new' } : { kind: 'known', id: candidates[0] }
    const { client } = openClient({ baseUrl, apiKey })
    const recent = await client.recentTasks({ limit: recentTasksForProof })
    const proven = recent.ok ? inUse.find((id) => engine.names(id, recent.value)) : undefined
    if (proven !== undefined) return { kind: 'known', id: proven }
    return { kind: 'unclear', id: first, tasks: engine.tasks.countOf(first) }
  }

  /** @throws PlainProblem while it is not known whether the key belongs to the account of earlier tasks. */
  function refuseUnconfirmedAccount(connectionId: string): void {
    if (engine.gate(connectionId).hold !== 'account-changed') return
    throw new PlainProblem(say('Kiln doesn’t know yet whether this API key belongs to the same account. Nothing was sent.'), {
      advice: say('Confirm the account first.')
    })
  }

  function findResult(itemId: string): (Result & { readonly task: Task }) | null {
    const record = engine.record(itemId.slice(0, itemId.lastIndexOf('.')))
    const result = record === undefined ? undefined : resultsOf(record).find((one) => one.id === itemId)
    return record === undefined || result === undefined ? null : { ...whereItIs(result), task: view(record) }
  }

  /** From the journal at once, from the library for what the journal does not know. */
  async function fileOf(itemId: string): Promise<LibraryFile | null> {
    return findResult(itemId) ?? library.fileOf(itemId)
  }

  /** Also of a result that the journal does not know. Null: it is none of the library's. */
  function pathOfItem(itemId: string): string | null {
    return findResult(itemId)?.path ?? library.movedTo(itemId)
  }

  /** The journal says where a file was saved; it may have been moved since. */
  function whereItIs(result: Result): Result {
    const path = library.movedTo(result.id)
    return path === null ? result : { ...result, path }
  }

  /** The active connection once its contract was read, and what it calls so now. @throws a plain word. */
  async function offered(capabilityId: string): Promise<{ readonly connection: OpenConnection; readonly capability: Capability }> {
    const connection = active()
    if (connection === null)
      throw new PlainProblem(say('No account is connected.'), { advice: say('Connect your account, or try the practice service.') })
    await firstReading
    const capability = connection.discovery.current().find((one) => one.id === capabilityId)
    if (capability === undefined) {
      throw new SubmissionProblems([
        {
          field: null,
          index: null,
          message: say('The service does not offer {capabilityId}. Choose something from the gallery.', { capabilityId })
        }
      ])
    }
    return { connection, capability }
  }

  /** Everything that can be found for free before money moves, the same for a single task and for each row of a batch. */
  async function check(
    look: LookIntoInputs,
    priceOf: (capability: Capability, values: Values) => Price | Promise<Price>,
    capability: Capability,
    values: Values
  ): ReturnType<CheckRow> {
    const looked = await look(valuesInMode(capability, values, modeOf(capability, values)))
    const problems = [...looked.problems, ...checkValues(capability, values, looked.factsOf)]
    if (problems.length > 0) return { ok: false, problems }
    const title = titleOf(capability, values, (reference) => looked.factsOf(reference)?.name ?? null)
    return { ok: true, title, inputs: looked.inputs, price: await priceOf(capability, values) }
  }

  async function submit(submission: Parameters<Studio['submit']>[0]): Promise<Task> {
    const { connection, capability } = await offered(submission.capability)
    refuseUnconfirmedAccount(connection.id)
    const checked = await check(lookIntoInputs, knownPrice, capability, submission.values)
    if (!checked.ok) throw new SubmissionProblems(checked.problems)
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
    await orUnwritten(
      () => {
        refuseWhileClosing()
        askBeforeSpending(order)
      },
      () => engine.add(record, event),
      notSentUnwritten,
      makeRoomAndSend
    )
    return view(record)
  }

  async function planBatch({ capability: id, values, source, onProgress, signal }: BatchWish): Promise<BatchPlan> {
    const { connection, capability } = await offered(id)
    return planner.plan({ connectionId: connection.id, capability, values, source, onProgress, signal })
  }

  async function startBatch(planId: string, { leaveOutBad, consent = [] }: Parameters<Studio['startBatch']>[1]): Promise<Batch> {
    // Asked for again, by a second press or because the answer was lost: it is the same batch.
    const started = engine.batches().get(planId)
    if (started !== undefined) return started
    const planned = planner.kept(planId)
    const now = active()?.discovery.current()
    const isAsCounted = planned !== null && planned.connectionId === activeId && isSameOffer(planned.capability, now)
    if (!isAsCounted)
      throw new PlainProblem(say('This batch has to be counted once more before it is sent.'), { advice: say('Nothing was sent.') })
    refuseUnconfirmedAccount(planned.connectionId)
    refuseWhileClosing()
    const { batch, entries } = newBatch(planned, { leaveOutBad, now: clock.now(), newId: randomUUID })
    const order = { capability: batch.capability, values: null, consent }
    return orUnwritten(
      () => {
        refuseWhileClosing()
        // A second press may have written it while this one waited for the journal.
        if (engine.batches().has(planId)) return
        askBeforeSpending({ ...order, credits: batch.credits.known })
        if (batch.credits.unknownRows > 0) askBeforeSpending({ ...order, credits: null })
      },
      () => {
        const written = engine.batches().get(planId)
        if (written === undefined) engine.addBatch(batch, entries)
        return written ?? batch
      },
      notSentUnwritten,
      makeRoomAndSend
    )
  }

  function refuseWhileClosing(): void {
    if (closing !== null)
      throw new PlainProblem(say('Kiln is closing; nothing was sent.'), { advice: say('Open it again and send it then.') })
  }

  /**
   * I1: what can't be saved is not sent, and the person who asked for it is told so. While another program holds the journal, it is tried for
   * some seconds. `mayWrite` runs before each try and throws if it may not be written any more.
   */
  async function orUnwritten<T>(mayWrite: () => void, write: () => T, message: string, advice: string): Promise<T> {
    for (let left = triesWhenBusy; ; left -= 1) {
      mayWrite()
      try {
        return write()
      } catch (cause) {
        const isBusy = isJournalBusy(cause)
        if (isBusy && left > 1) await pauseUntilClosed(pauseWhenBusyInMs)
        else {
          reportDefect(cause)
          throw isBusy ? busyProblem(cause) : new PlainProblem(message, { advice, cause })
        }
      }
    }
  }

  function rowsOf(batchId: string): readonly TaskRecord[] {
    if (!engine.batches().has(batchId)) throw new PlainProblem(say('That batch is not in the journal.'))
    return engine.tasks.ofBatch(batchId)
  }

  async function estimate(submission: { readonly capability: string; readonly values: Values }): Promise<SourcedEstimate> {
    const connection = active()
    const capability = connection?.discovery.current().find((one) => one.id === submission.capability)
    if (connection === null || capability === undefined) return { credits: null, lines: [], source: 'nobody' }
    return estimator.estimate({ tools: connection.tools, capability, values: submission.values })
  }

  /** A task that is sent waits for no estimate: it takes what is known. */
  function knownPrice(capability: Capability, values: Values): Price {
    const connection = active()
    return connection === null ? { credits: null, source: 'nobody' } : estimator.knownPrice({ tools: connection.tools, capability, values })
  }

  /** A batch that is counted asks for the price of each row. */
  function askedPrice(capability: Capability, values: Values): Promise<Price> {
    return estimate({ capability: capability.id, values })
  }

  async function priceQuestionOf(record: TaskRecord): Promise<SendingQuestion | null> {
    const connection = connections.get(record.connectionId)
    if (connection === undefined || record.credits.estimated === null) return null
    await contractOfNow(connection, record)
    const capability = connection.discovery.current().find(({ id }) => id === record.capability)
    if (capability === undefined) return null
    return priceQuestion(record, await estimator.estimate({ tools: connection.tools, capability, values: record.values }))
  }

  /** A price that was told long ago, or before a restart, is held against what the service says since; where that can be had in time. */
  async function contractOfNow(connection: OpenConnection, { createdAt }: TaskRecord): Promise<void> {
    const now = clock.now()
    const { reading, askedAt, lookedAt, openedAt } = connection
    if (reading !== null) {
      if (createdAt < (askedAt ?? 0)) await withPatience(reading)
      return
    }
    const isOld = createdAt < openedAt || now - createdAt >= priceKeepsForInMs
    const isRead = lookedAt !== null && now - lookedAt < priceKeepsForInMs
    const isAskedInVain = now - (askedAt ?? 0) < pauseAfterVainReadingInMs
    if (isOld && !isRead && !isAskedInVain) await withPatience(refresh(connection))
  }

  function limitQuestionOf(record: TaskRecord): SendingQuestion | null {
    const limit = options.spendingRules?.().dailyLimit ?? null
    if (limit === null) return null
    const today = startOfDay(clock.now())
    const sentToday = engine.tasks
      .since(today)
      .filter((other) => other.connectionId === record.connectionId && other.id !== record.id && isSentSince(other, today))
    return limitQuestion(
      record,
      limit,
      sentToday.map(({ credits, state }) => ({ ...credits, state: credits.state, phase: state.phase }))
    )
  }

  /** Tasks that wait because of a question of this kind. */
  function askingTasks(kind: SendingQuestion['kind']): readonly TaskRecord[] {
    return engine.tasks.unfinished(null).filter(({ state }) => state.phase === 'held' && state.question?.kind === kind)
  }

  function judgeLimitsAgain(): void {
    judgedOn = startOfDay(clock.now())
    const free = askingTasks('limit').filter((record) => limitQuestionOf(record) === null)
    engine.tellAll(
      free.map(({ id }) => id),
      { kind: 'question-dropped', about: 'limit' }
    )
  }

  /** Prices have moved once more: whoever was asked about one is asked about that of now, or not at all. */
  function judgePricesAgain(connection: OpenConnection): void {
    const asking = askingTasks('price').filter(({ connectionId }) => connectionId === connection.id)
    engine.tellAll(
      asking.map(({ id }) => id),
      { kind: 'question-dropped', about: 'price' }
    )
  }

  /** A new day has its own limit, also where the clock was set on to it. */
  function planNextDay(): void {
    const tomorrow = new Date(clock.now()).setHours(24, 0, 0, 0)
    stopNextDay = clock.setTimer(Math.min(tomorrow - clock.now(), dayIsLookedAtEveryInMs), () => {
      if (judgedOn !== startOfDay(clock.now())) judgeLimitsAgain()
      planNextDay()
    })
  }

  /** @throws SpendingQuestion when the person's own rules stand in the way. */
  function askBeforeSpending(order: Order): void {
    const rules = options.spendingRules?.()
    if (rules === undefined) return
    const now = clock.now()
    const today = startOfDay(now)
    const concerned = engine.tasks.sinceOrUnended(today).filter(({ connectionId }) => connectionId === activeId)
    const guards = spendingGuards(order, rules, engine.tasks.oldestFirst(concerned).map(earlierTask), { now, startOfDay: today })
    if (guards.length > 0) throw new SpendingQuestion(guards)
  }

  /** Again and again, while the studio is open; a full disk or a missing right only costs this copy. */
  function planBackup(delayInMs: number): void {
    stopBackups = clock.setTimer(delayInMs, () => {
      backingUp = keepBackup(dataDir, clock.now(), keptBackups, backupsEnd.signal)
        .catch((error: unknown) => {
          if (!backupsEnd.signal.aborted) reportDefect(error)
        })
        .finally(() => {
          if (closing === null) planBackup(backupEveryInMs)
        })
    })
  }

  /** What is given up because Kiln closes is no defect. */
  function reportUnlessClosing(error: unknown): void {
    if (closing === null) reportDefect(error)
  }

  async function closeAll(): Promise<void> {
    stopBackups()
    backupsEnd.abort()
    try {
      await engine.close()
    } finally {
      listeners.clear()
      for (const end of pauses) end()
      for (const stop of [...stopsOfRereading.values(), ...stopsOfAskingTools.values()]) stop()
      await Promise.all([...connections.values()].map((connection) => connection.tools.close()))
      await http.close()
      stopLibraryStart()
      stopNextDay()
      // A look at a share that went away may take long: what was promised is closed before.
      const looked = storage.close().catch(reportDefect)
      await Promise.allSettled([...readings, ...choosing, reconciler.close(), backingUp])
      await faceDesk.idle()
      await library.close().catch(reportDefect)
      desk.close()
      journal.close()
      await looked
      unlock()
    }
  }

  // Whatever can go wrong at the start goes wrong before the first task moves.
  const others: OpenConnection[] = []
  let first: OpenConnection | null = null
  try {
    stored = await journal.load()
    const batches = journal.batches()
    for (const other of options.others ?? []) others.push(await plugIn(other))
    if (options.connection !== null) first = await plugIn(options.connection)
    await libraryFolders.takeAtStart(libraryFolder)
    await engine.start(stored, batches)
    stored = []
  } catch (error) {
    await http.close()
    desk.close()
    journal.close()
    throw error
  }
  for (const other of others) {
    void refresh(other)
    engine.mend(other.id)
  }
  if (first !== null) activate(first)
  planBackup(firstBackupDelayInMs)
  void storage.look()
  stopLibraryStart = clock.setTimer(delayBeforeLibraryInMs * timeScale, () => void library.look().catch(reportUnlessClosing))
  planNextDay()
  void faceDesk.tidy().catch(reportDefect)

  return {
    capabilities: async () => {
      await firstReading
      return active()?.discovery.current() ?? []
    },
    estimate,
    desk,
    rememberSent: ({ capability: id, values }) => {
      const capability = active()
        ?.discovery.current()
        .find((one) => one.id === id)
      const prompt = capability === undefined ? null : promptOf(capability, values)
      desk.rememberSent(id, { values, modeId: null, keptSeeds: [], left: [] }, prompt)
    },
    contractNews,
    contract: () => {
      const connection = active()
      if (connection === null) return { version: null, digest: null, readAt: null }
      return { ...connection.discovery.facts(), readAt: connection.lookedAt }
    },
    lookAtContract: async (when) => {
      const connection = active()
      if (connection === null) return contractNews()
      const pauseInMs = options.contractPauseInMs ?? pauseBetweenLooksInMs
      if (when === 'when-due' && clock.now() - (connection.askedAt ?? 0) < pauseInMs) return contractNews()
      const fault = await refresh(connection)
      if (when === 'now' && fault !== null) throw problemOfLook(fault)
      return contractNews()
    },
    markContractNewsSeen: () => {
      if (activeId !== null) desk.contractChanges.markSeen(activeId)
    },
    submit,
    planBatch,
    lookAtTable: async ({ capability, path }) => planner.lookAtTable(path, (await offered(capability)).capability),
    lookAtFolder: async ({ capability, path, field }) => planner.lookAtFolder(path, (await offered(capability)).capability, field),
    badRows: (planId) => {
      const planned = planner.kept(planId)
      if (planned === null) throw new PlainProblem(say('This batch has to be counted once more.'), { advice: say('Nothing was sent.') })
      return badRowsTable(planned)
    },
    startBatch,
    batches: () => [...engine.batches().values()].toReversed(),
    stopBatch: (id) => engine.stopBatch(id, true),
    resumeBatch: (id) => engine.stopBatch(id, false),
    cancelRestOfBatch: (id) => {
      const rest = rowsOf(id).filter(mayBeTakenBack)
      engine.tellAll(
        rest.map((record) => record.id),
        { kind: 'cancelled' }
      )
    },
    agreeToPricesOfBatch: (id) => {
      engine.tellAll(
        rowsOf(id).map((record) => record.id),
        { kind: 'price-agreed' }
      )
    },
    hideBatch: (id) => {
      engine.tellAll(
        rowsOf(id).map((record) => record.id),
        { kind: 'hidden' }
      )
    },
    task: (id) => {
      const record = engine.record(id)
      return record === undefined ? null : view(record)
    },
    tasks: (query = {}) => selectTasks(engine.tasks, query).map(view),
    countByPhase: () => {
      const counts: Partial<Record<Phase, number>> = {}
      for (const { hidden, state } of engine.tasks.all().values()) if (!hidden) counts[state.phase] = (counts[state.phase] ?? 0) + 1
      return counts
    },
    timeline: (id) => tellStory(journal.story(recordOf(id).id)),
    supportBundle: (id) => {
      const record = recordOf(id)
      const origin = { baseUrl: connections.get(record.connectionId)?.baseUrl ?? null, appVersion: options.appVersion ?? '0.0.0' }
      return supportBundleOf(record, journal.story(id), origin)
    },
    cancel: (id) => {
      if (!mayBeTakenBack(recordOf(id))) {
        throw new PlainProblem(say('It is too late to take this back: the service may have it already.'), {
          advice: say('You can hide it from the queue.')
        })
      }
      engine.tell(id, { kind: 'cancelled' })
    },
    agreeToPrice: (id) => {
      const { state } = recordOf(id)
      if (state.phase !== 'held' || state.question === null || state.question.kind === 'limit')
        throw new PlainProblem(say('This task does not wait for your word any more.'))
      engine.tell(id, { kind: 'price-agreed' })
    },
    judgeLimitsAgain,
    lookAgain: (id) => engine.lookAgain(recordOf(id).id),
    hide: (id) => {
      engine.tell(recordOf(id).id, { kind: 'hidden' })
    },
    uploadedByHand: (id) => {
      const { connectionId, capability, inputs, state } = recordOf(id)
      if (state.phase !== 'uploading' || state.byHand === null)
        throw new PlainProblem(say('This task does not wait for an upload any more.'))
      const { field, path, fileUrl } = state.byHand
      const input = inputs.find((one) => one.field === field && one.path === path)
      const sha256 = input === undefined ? null : journal.digestOf(input)
      if (sha256 !== null) journal.rememberUpload({ connectionId, sha256, capability, parameter: field }, fileUrl, clock.now())
      engine.tell(id, { kind: 'uploaded-by-hand' })
    },
    account,
    test: async (connection) => {
      const { client } = openClient(connection)
      const [catalog, openapi] = await Promise.all([client.catalog({}), client.openapi({})])
      if (!catalog.ok) throw problemOfTest(catalog.fault)
      const found = joinCapabilities({
        catalog: readCatalog(catalog.value),
        openapi: openapi.ok ? readOpenapi(openapi.value) : null,
        floor: []
      })
      return { capabilities: found.length, categories: new Set(found.map((one) => one.category)).size }
    },
    knock: async () => {
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
    disconnect: async () => {
      const connection = active()
      activeId = null
      if (connection === null) return
      connections.delete(connection.id)
      void connection.tools.close()
      engine.unplug(connection.id)
      publish({ kind: 'account', account: account() })
    },
    resume: async () => {
      // Also ends a long pause that the service asked for: a person may know better.
      engine.wake()
      await engine.lookOut()
      for (const connection of connections.values()) {
        void readContract(connection)
        engine.mend(connection.id)
        connection.tools.wake()
      }
    },
    lookOut: async () => {
      await engine.lookOut()
      engine.collectNow()
    },
    wake: () => {
      if (judgedOn !== startOfDay(clock.now())) judgeLimitsAgain()
      engine.wake()
      for (const { tools } of connections.values()) tools.wake()
      void storage.look()
      void reconciler.reconcile()
    },
    faces: async (id) => faceDesk.show(waitingForFaces(id)),
    facePicture: faceDesk.picture,
    selectFaces: async (id, choice) => {
      const { text, send } = await faceDesk.prepare(waitingForFaces(id), choice)
      const { sent } = await orUnwritten(
        // Looked at again: a first press may have been written down while this one was prepared.
        () => waitingForFaces(id),
        () => ({ sent: engine.chooseFaces(id, text, send) }),
        say('Your choice could not be written down on this computer, so it was not sent. The task waits for it, and nothing is lost.'),
        say('Make room on the disk of Kiln’s data folder, then use the faces again: they are still marked.')
      )
      const sending = sent
        .then(() => (engine.record(id)?.choice?.fate === 'taken' ? faceDesk.forget(id) : undefined))
        .catch(reportDefect)
        .finally(() => choosing.delete(sending))
      choosing.add(sending)
    },
    ledger: (query = {}) => selectTasks(engine.tasks, { ...query, includeHidden: true }).map((record) => ledgerEntryOf(view(record))),
    reconcile: async () => withUnreadable(await reconciler.reconcile()),
    reconciliation: () => withUnreadable(reconciler.report()),
    unreadableTasks: () => journal.unreadable().tasks,
    adopt: reconciler.adopt,
    fetchAgain: reconciler.fetchAgain,
    setLibraryFolder: async (folder) => {
      const chosen = resolve(folder)
      await libraryFolders.take(chosen)
      libraryFolder = chosen
      const state = await storage.look()
      engine.collectNow()
      return state
    },
    library,
    storage: storage.state,
    lookAtStorage: storage.look,
    result: findResult,
    fileOf,
    keepPoster: async (itemId, bytes) => {
      const found = await fileOf(itemId)
      if (found === null) throw new PlainProblem(say('Kiln does not know this result.'))
      if (!(await thumbnails.keepPoster(found, bytes))) throw new PlainProblem(say('This poster is no picture that can be read.'))
    },
    thumbnail: async (itemId, size) => {
      const found = await fileOf(itemId)
      return found === null ? null : thumbnails.thumbnailOf(found, size)
    },
    inspect: async (path) => {
      const probed = await probeFile(path)
      if (!probed.ok) throw new PlainProblem(wordsOf({ ...probed.fault, message: basename(path) }))
      return probed.facts
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => (closing ??= closeAll())
  }
}

const notSentUnwritten = word('This could not be written down on this computer, so it was not sent. Nothing was spent.')
const makeRoomAndSend = word('Make room on the disk of Kiln’s data folder, then send it again: the form is as it was.')

function busyProblem(cause: unknown): PlainProblem {
  const message = say('Another program is using Kiln’s data folder, so this could not be saved. Nothing was sent and nothing was charged.')
  return new PlainProblem(message, { advice: say('Try again in a moment, or close the other program.'), cause })
}

/** When the day of that moment began, by the local calendar. */
function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}

/** Tells of a thrown error without ending anything that goes on. */
function reportDefect(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}

function wordsOf(fault: Fault): string {
  const failure = failureFrom(fault, policyFor(fault), 0)
  return `${failure.message} ${failure.advice}`
}

/** The prompt among the values; null: the capability has none, or none is filled in. */
function promptOf(capability: Capability, values: Values): string | null {
  const field = fieldsOf(capability, values).find((one) => one.kind === 'text' && one.role === 'prompt')
  const prompt = field === undefined ? null : values[field.name]
  return typeof prompt === 'string' ? prompt : null
}

function problemOfFaces(fault: Fault): PlainProblem {
  const { onSubmit, onQuery, advice } = policyFor(fault)
  const isForSupport = onQuery.do === 'support' || onQuery.do === 'once-more'
  return new PlainProblem(say('The faces cannot be looked at right now. The task waits, and nothing is lost.'), {
    advice:
      onSubmit.do === 'hold'
        ? advice
        : isForSupport
          ? say('If it stays so, send the support bundle of this task to the service. It stands in the queue, under the task.')
          : say('Look again in a moment.'),
    requestId: fault.requestId
  })
}

/** Ids that a support desk can look a task up by, each once. */
function requestIdsOf(story: readonly StoryEvent[]): readonly string[] {
  return [...new Set(story.flatMap(({ requestId }) => (requestId === null ? [] : [requestId])))]
}

function problemOfLook(fault: Fault): PlainProblem {
  const { message, advice } = wordsOfReading(fault, policyFor(fault))
  return new PlainProblem(say('The contract could not be read. {message}', { message }), { advice, requestId: fault.requestId })
}

function problemOfTest(fault: Fault): PlainProblem {
  const row = policyFor(fault)
  if (fault.kind === 'not-sent') {
    const advice = adviceAtDoor(fault.obstacle)
    // With an obstacle no word of the address, which was never reached.
    return new PlainProblem(row.message, fault.obstacle === null ? { advice, field: 'baseUrl' } : { advice })
  }
  const isAccount = row.onSubmit.do === 'hold'
  const isStranger =
    fault.kind === 'unreadable' || (fault.kind === 'refusal' && fault.errorType === null && !isAccount && fault.httpStatus !== 429)
  const isKey = row.onSubmit.do === 'hold' && row.onSubmit.reason === 'key'
  const field = isKey ? 'apiKey' : isStranger || fault.kind !== 'refusal' ? 'baseUrl' : undefined
  const message = isStranger ? say('There is something at this address, but it is not this service.') : row.message
  const advice = isStranger
    ? fault.obstacle === null
      ? say('Compare the base URL with the one in the developer console.')
      : say('Compare the base URL with the one in the developer console, or open a browser: this network may want you to sign in first.')
    : row.advice
  return new PlainProblem(message, { advice, requestId: fault.requestId, ...(field === undefined ? {} : { field }) })
}

/** What to do where the service was never reached and there is no task yet that would wait. */
function adviceAtDoor(obstacle: Obstacle | null): string {
  switch (obstacle) {
    case 'proxy-password':
      return say('Enter them, then connect again.')
    case 'proxy-refusal':
      return say('Ask who looks after the network, or use another one; then connect again.')
    case 'proxy-script':
      return say('Look at its address under Network, or choose another way there; then connect again.')
    case 'certificate':
    case 'sign-in-page':
      return say(
        'Many a network wants you to sign in first: open a browser and do so. A company’s network may have an authority of its own, which the check of the connection names.'
      )
    case null:
      return say('Look at the address, and whether the network is there; then connect again.')
    default:
      return assertNever(obstacle)
  }
}

function selectTasks(tasks: TaskIndex, query: TaskQuery): readonly TaskRecord[] {
  const { phases, capability, batch, limit = Number.POSITIVE_INFINITY, includeHidden = false } = query
  const selected: TaskRecord[] = []
  for (const record of mayMatch(tasks, query)) {
    if (selected.length >= limit) break
    const isMeant =
      (includeHidden || !record.hidden) &&
      (batch === undefined || record.batch?.id === batch) &&
      (phases === undefined || phases.includes(record.state.phase)) &&
      (capability === undefined || record.capability === capability)
    if (isMeant) selected.push(record)
  }
  return selected
}

/** Newest first: all that a query may mean, and few others. */
function mayMatch(tasks: TaskIndex, { phases, batch, olderThan }: TaskQuery): Iterable<TaskRecord> {
  if (olderThan !== undefined) return tasks.newestFirst(olderThan)
  if (batch !== undefined) return tasks.oldestFirst(tasks.ofBatch(batch)).toReversed()
  // To put many in order costs more than to walk through all.
  const isAboutFew = phases !== undefined && tasks.countIn(phases) * 10 <= tasks.size()
  return isAboutFew ? tasks.oldestFirst(tasks.inPhases(phases)).toReversed() : tasks.newestFirst()
}

/** Without what a view shows besides: before each submission those of a whole day are looked at. */
function earlierTask(record: TaskRecord): EarlierTask {
  const { id, capability, title, values, credits, createdAt, submittedAt, state } = record
  return { id, capability, title, values, credits, createdAt, submittedAt, phase: state.phase }
}

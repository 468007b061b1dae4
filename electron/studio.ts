import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Capability } from '../shared/capability.ts'
import type { AccountState, ConnectionReport } from '../shared/connection.ts'
import type { Fault } from '../shared/fault.ts'
import { checkValues, modeOf, referencesIn, titleOf, valuesInMode } from '../shared/fields.ts'
import type { MediaFacts } from '../shared/media-facts.ts'
import { estimateCredits } from '../shared/pricing.ts'
import { PlainProblem, type Problem, SubmissionProblems } from '../shared/problem.ts'
import type { Progress, Result, Task, TaskQuery, TimelineEntry } from '../shared/task.ts'
import {
  isDraftReference,
  isItemReference,
  type FileReference,
  type ItemReference,
  type MediaReference,
  type Values
} from '../shared/values.ts'
import { parseBaseUrl } from './api/base-url.ts'
import { createHttpClient, type DispatcherFor } from './api/http-client.ts'
import { openServiceClient } from './api/open-service-client.ts'
import { policyFor } from './core/error-policy.ts'
import { failureFrom } from './core/failure-words.ts'
import { backoffInMs } from './core/poll-schedule.ts'
import type { ServiceClient } from './core/ports.ts'
import { tellStory } from './core/story.ts'
import { supportBundleOf } from './core/support-bundle.ts'
import type { TaskInput, TaskRecord } from './core/task-record.ts'
import { mayBeTakenBack } from './core/task-machine.ts'
import { resultsOf, viewOf } from './core/task-view.ts'
import { createDiscovery, type Discovery } from './discovery/create-discovery.ts'
import { joinCapabilities } from './discovery/join-capabilities.ts'
import { readCatalog } from './discovery/read-catalog.ts'
import { readOpenapi } from './discovery/read-openapi.ts'
import { createEngine, type Engine } from './engine/create-engine.ts'
import type { Pace } from './engine/ports.ts'
import { createSteadyClock } from './engine/steady-clock.ts'
import { lockDataFolder } from './journal/lock-data-folder.ts'
import { openJournal } from './journal/open-journal.ts'
import { createResultKeeper } from './library/keep-result.ts'
import { createThumbnails } from './library/thumbnails.ts'
import { digestFile } from './uploads/digest-file.ts'
import { probeFile } from './uploads/probe-file.ts'
import { createTransferFile } from './uploads/transfer-file.ts'
import { createUploadInputs } from './uploads/upload-inputs.ts'

/** An account at a base URL. `id` tells accounts apart: tasks remember theirs and are never sent to another. Default id: `default`. */
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
  /** Goes into support bundles. */
  readonly appVersion?: string
  /** The way to the network for an origin, such as the system's proxy. Default: straight. */
  readonly dispatcherFor?: DispatcherFor
  /** How much at once, and how fast; what is left out keeps its default. */
  readonly pace?: Partial<Pace>
}

export type StudioEvent =
  | { readonly kind: 'task'; readonly task: Task }
  | { readonly kind: 'progress'; readonly id: string; readonly progress: Progress }
  | { readonly kind: 'account'; readonly account: StudioAccount }
  | { readonly kind: 'capabilities'; readonly capabilities: readonly Capability[] }

/** The account without what only the app knows of it (name, whether it is the practice service). */
export type StudioAccount = Omit<AccountState, 'connection'> & { readonly connectionId: string | null; readonly baseUrl: string | null }

/** The door that the app, the tests, the crash harness and the benchmarks all use. Opens in plain Node 24. */
export type Studio = {
  readonly capabilities: () => Promise<readonly Capability[]>
  /**
   * Writes the intent down and starts it. Resolves once the journal holds it durably.
   * Rejects with `SubmissionProblems` when the values can't be sent; nothing was sent then.
   */
  readonly submit: (submission: { readonly capability: string; readonly values: Values }) => Promise<Task>
  readonly task: (id: string) => Task | null
  /** Newest first. */
  readonly tasks: (query?: TaskQuery) => readonly Task[]
  readonly timeline: (id: string) => readonly TimelineEntry[]
  readonly supportBundle: (id: string) => string
  /** Takes a task back that was not sent. Throws with a plain word when it is too late. */
  readonly cancel: (id: string) => void
  /** Asks about this very task now; never costs anything. */
  readonly lookAgain: (id: string) => void
  readonly hide: (id: string) => void
  /** "I ran it": the upload command that Kiln would not run was run by hand; the task goes on with the address that came with it. */
  readonly uploadedByHand: (id: string) => void
  readonly account: () => StudioAccount
  /** Tests an address and key without keeping them: reads the catalog. Rejects with a plain word. */
  readonly test: (connection: ConnectionOptions) => Promise<ConnectionReport>
  /** A new key or address for a running studio; held tasks go on by themselves. */
  readonly connect: (connection: ConnectionOptions) => Promise<void>
  /** Forgets the key in memory; tasks wait. */
  readonly disconnect: () => Promise<void>
  /** "The account is mended, go on." */
  readonly resume: () => Promise<void>
  /** The machine woke, or the network is back: look at everything at once. */
  readonly wake: () => void
  readonly setLibraryFolder: (folder: string) => void
  readonly result: (itemId: string) => (Result & { readonly task: Task }) | null
  /** Path of a small WebP of a picture result, made when first asked for; null for what has none. */
  readonly thumbnail: (itemId: string) => Promise<string | null>
  /** Rejects with a plain word when the file can't be read. */
  readonly inspect: (path: string) => Promise<MediaFacts>
  readonly subscribe: (listener: (event: StudioEvent) => void) => () => void
  /** Lets what is being written finish; nothing is lost either way. */
  readonly close: () => Promise<void>
}

const defaultPace: Pace = { sendsAtOnce: 4, downloadsAtOnce: 3, queriesAtOnce: 16, queriesPerSecond: 10 }
/** Waits of zero would turn every repetition into a busy loop. */
const leastTimeScale = 0.0001
/**
 * How long the very first submission waits for the contract, in milliseconds, before it makes do with the capabilities that are built
 * in. Not scaled: it is the service's time, not ours.
 */
const patienceForContractInMs = 4_000
const longestPauseOfReadingInMs = 10 * 60_000

/** A connection that is open now: its client, and what its service offers. */
type OpenConnection = { readonly id: string; readonly baseUrl: string; readonly client: ServiceClient; readonly discovery: Discovery }

/**
 * Opens the studio on a folder: the journal is read, and every task that was under way goes on.
 * @throws JournalError when the folder is in use, or its journal is damaged or of a newer Kiln; PlainProblem for a base URL that is none.
 */
export async function openStudio(options: StudioOptions): Promise<Studio> {
  const dataDir = resolve(options.dataDir)
  await mkdir(dataDir, { recursive: true })
  const unlock = lockDataFolder(dataDir)
  try {
    return await openOnLockedFolder(dataDir, options, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

async function openOnLockedFolder(dataDir: string, options: StudioOptions, unlock: () => void): Promise<Studio> {
  const timeScale = Math.max(options.timeScale ?? 1, leastTimeScale)
  const clock = createSteadyClock()
  const journal = openJournal(join(dataDir, 'journal.db'))
  const http = createHttpClient(options.dispatcherFor === undefined ? {} : { dispatcherFor: options.dispatcherFor })
  const listeners = new Set<(event: StudioEvent) => void>()
  const connections = new Map<string, OpenConnection>()
  const thumbnails = createThumbnails({ folder: join(dataDir, 'thumbnails') })
  let libraryFolder = resolve(options.libraryDir ?? join(dataDir, 'library'))
  let activeId: string | null = null
  /** Settles when the contract has been read once, from disk or from the service. */
  let firstReading: Promise<void> = Promise.resolve()
  const readings = new Set<Promise<void>>()
  const stopsOfRereading = new Map<string, () => void>()
  let closing: Promise<void> | null = null
  // A drive that is not connected keeps nobody out: what is paid waits for its folder.
  await mkdir(libraryFolder, { recursive: true }).catch(() => undefined)

  const engine: Engine = createEngine({
    journal,
    clientOf: (connectionId) => connections.get(connectionId)?.client ?? null,
    capabilityOf: (capability, connectionId) =>
      connections
        .get(connectionId)
        ?.discovery.current()
        .find((one) => one.id === capability) ?? null,
    uploadInputs: createUploadInputs({ memory: journal, digestFile, transferFile: createTransferFile({ http }), now: clock.now }),
    keeper: createResultKeeper({ folder: () => libraryFolder, http, probeFile }),
    clock,
    timeScale,
    pace: { ...defaultPace, ...options.pace },
    newKey: randomUUID,
    random: Math.random,
    onTask: (record) => {
      if (listeners.size > 0) publish({ kind: 'task', task: view(record) })
    },
    onProgress: (id, progress) => publish({ kind: 'progress', id, progress }),
    onAccount: (connectionId) => {
      if (connectionId === activeId && listeners.size > 0) publish({ kind: 'account', account: account() })
    },
    onDefect: reportDefect,
    onCapabilitiesMoved: (connectionId) => {
      const connection = connections.get(connectionId)
      if (connection !== undefined) void refresh(connection)
    }
  })

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
    return viewOf(record, engine.progressOf(record.id))
  }

  function recordOf(id: string): TaskRecord {
    const record = engine.record(id)
    if (record === undefined) throw new PlainProblem('That task is not in the journal.')
    return record
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
      offlineSince: gate?.offlineSince ?? null,
      slowedUntil: gate?.slowedUntil ?? null,
      creditsToday: creditsSince(new Date().setHours(0, 0, 0, 0))
    }
  }

  /** What the service says it has charged on the active connection since then. */
  function creditsSince(at: number): number {
    let sum = 0
    for (const record of engine.records().values()) {
      if (record.connectionId === activeId && record.acceptedAt !== null && record.acceptedAt >= at) sum += record.credits.consumed ?? 0
    }
    return sum
  }

  /** Reads what the service offers, and reads it again later where it could not be had. */
  function refresh(connection: OpenConnection, tries = 1): Promise<void> {
    const reading = refreshOnce(connection, tries).finally(() => readings.delete(reading))
    readings.add(reading)
    return reading
  }

  async function refreshOnce(connection: OpenConnection, tries: number): Promise<void> {
    stopsOfRereading.get(connection.id)?.()
    const outcome = await connection.discovery.refresh(connection.client)
    if (closing !== null || connections.get(connection.id) !== connection) return
    if (outcome === 'changed' && connection.id === activeId) publish({ kind: 'capabilities', capabilities: connection.discovery.current() })
    if (outcome === 'changed' || outcome === 'same' || policyFor(outcome).onSubmit.do === 'refuse') return
    const delayInMs = backoffInMs(tries + 4, 1, longestPauseOfReadingInMs) * timeScale
    stopsOfRereading.set(
      connection.id,
      clock.setTimer(delayInMs, () => void refresh(connection, tries + 1))
    )
  }

  /** Resolves when the reading has, or when it has taken too long to wait for. */
  async function withPatience(reading: Promise<void>): Promise<void> {
    let stopWaiting = (): void => undefined
    const tired = new Promise<void>((tire) => {
      stopWaiting = clock.setTimer(patienceForContractInMs, tire)
    })
    await Promise.race([reading, tired])
    stopWaiting()
  }

  function openClient(connection: ConnectionOptions): { baseUrl: string; client: ServiceClient } {
    const read = parseBaseUrl(connection.baseUrl)
    if (!read.ok) throw new PlainProblem(read.sentence, { field: 'baseUrl' })
    const apiKey = connection.apiKey.trim()
    if (!/^[\x21-\x7e]*$/.test(apiKey)) {
      throw new PlainProblem('That key holds characters that cannot be in one.', {
        field: 'apiKey',
        advice: 'Copy it once more, in one piece.'
      })
    }
    return { baseUrl: read.baseUrl, client: openServiceClient({ baseUrl: read.baseUrl, apiKey, http }) }
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
    publish({ kind: 'capabilities', capabilities: opened.discovery.current() })
  }

  /** Makes an account reachable for its tasks; which one is active stays as it is. */
  async function plugIn(connection: ConnectionOptions): Promise<OpenConnection> {
    const id = connection.id ?? 'default'
    const { baseUrl, client } = openClient(connection)
    const discovery = await createDiscovery({ cacheDir: join(dataDir, 'contracts'), connectionId: id })
    const opened: OpenConnection = { id, baseUrl, client, discovery }
    // What was uploaded at another address may mean nothing at this one.
    const before = connections.get(id)
    if (before !== undefined && before.baseUrl !== baseUrl) journal.forgetUploads(id)
    connections.set(id, opened)
    return opened
  }

  /** The path behind a reference, and what is known about the file. */
  async function lookAt(reference: FileReference | ItemReference): Promise<{ path: string; facts: MediaFacts } | { problem: string }> {
    const path = isItemReference(reference) ? findResult(reference.item)?.path : resolve(reference.file)
    if (path === undefined) return { problem: 'That result is not in the library any more. Choose another file.' }
    const probed = await probeFile(path)
    return probed.ok ? { path, facts: probed.facts } : { problem: wordsOf({ ...probed.fault, message: basename(path) }) }
  }

  function findResult(itemId: string): (Result & { readonly task: Task }) | null {
    const record = engine.record(itemId.slice(0, itemId.lastIndexOf('.')))
    const result = record === undefined ? undefined : resultsOf(record).find((one) => one.id === itemId)
    return record === undefined || result === undefined ? null : { ...result, task: view(record) }
  }

  async function submit(submission: { readonly capability: string; readonly values: Values }): Promise<Task> {
    const connection = active()
    if (connection === null)
      throw new PlainProblem('No account is connected.', { advice: 'Connect your account, or try the practice service.' })
    await firstReading
    const capability = connection.discovery.current().find((one) => one.id === submission.capability)
    if (capability === undefined) {
      throw new SubmissionProblems([
        { field: null, index: null, message: `The service does not offer ${submission.capability}. Choose something from the gallery.` }
      ])
    }
    const facts = new Map<string, MediaFacts>()
    const inputs: TaskInput[] = []
    const problems: Problem[] = []
    const values = valuesInMode(capability, submission.values, modeOf(capability, submission.values))
    for (const { field, index, reference } of referencesIn(values)) {
      if (isDraftReference(reference)) throw new Error('A draft reached the studio; main turns drafts into files first.')
      const found = await lookAt(reference)
      if ('problem' in found) {
        problems.push({ field, index, message: found.problem })
        continue
      }
      facts.set(JSON.stringify(reference), found.facts)
      inputs.push({
        field,
        index,
        reference,
        path: found.path,
        name: found.facts.name,
        contentType: found.facts.contentType,
        bytes: found.facts.bytes,
        modifiedAt: found.facts.modifiedAt,
        durationInSeconds: found.facts.durationInSeconds
      })
    }
    const factsOf = (reference: MediaReference): MediaFacts | null => facts.get(JSON.stringify(reference)) ?? null
    problems.push(...checkValues(capability, submission.values, factsOf))
    if (problems.length > 0) throw new SubmissionProblems(problems)

    const now = clock.now()
    const record: TaskRecord = {
      id: randomUUID(),
      connectionId: connection.id,
      capability: capability.id,
      title: titleOf(capability, submission.values, (reference) => factsOf(reference)?.name ?? null),
      values: submission.values,
      inputs,
      idempotencyKey: randomUUID(),
      attempt: 1,
      body: null,
      inDoubt: false,
      taskId: null,
      businessId: null,
      status: null,
      credits: {
        estimated: estimateCredits(capability, submission.values).credits,
        required: null,
        consumed: null,
        usageDeferred: null,
        state: 'not-sent'
      },
      failure: null,
      polls: 0,
      createdAt: now,
      submittedAt: null,
      acceptedAt: null,
      finishedAt: null,
      hidden: false,
      state: { phase: 'queued', notBefore: now, tries: 0 }
    }
    if (closing !== null) throw new PlainProblem('Kiln is closing; nothing was sent.', { advice: 'Open it again and send it then.' })
    engine.add(record, {
      at: now,
      kind: 'asked',
      phase: 'queued',
      httpStatus: null,
      errorType: null,
      requestId: null,
      note: null,
      reference: record.idempotencyKey
    })
    return view(record)
  }

  async function closeAll(): Promise<void> {
    try {
      await engine.close()
    } finally {
      listeners.clear()
      for (const stop of stopsOfRereading.values()) stop()
      await http.close()
      await Promise.allSettled(readings)
      journal.close()
      unlock()
    }
  }

  // Whatever can go wrong at the start goes wrong before the first task moves.
  const others: OpenConnection[] = []
  let first: OpenConnection | null = null
  try {
    const stored = journal.load()
    for (const other of options.others ?? []) others.push(await plugIn(other))
    if (options.connection !== null) first = await plugIn(options.connection)
    engine.start(stored)
  } catch (error) {
    await http.close()
    journal.close()
    throw error
  }
  for (const other of others) {
    void refresh(other)
    engine.mend(other.id)
  }
  if (first !== null) activate(first)

  return {
    capabilities: async () => {
      await firstReading
      return active()?.discovery.current() ?? []
    },
    submit,
    task: (id) => {
      const record = engine.record(id)
      return record === undefined ? null : view(record)
    },
    tasks: (query = {}) => selectTasks(engine.records(), query).map(view),
    timeline: (id) => tellStory(journal.story(recordOf(id).id)),
    supportBundle: (id) => {
      const record = recordOf(id)
      const origin = { baseUrl: connections.get(record.connectionId)?.baseUrl ?? null, appVersion: options.appVersion ?? '0.0.0' }
      return supportBundleOf(record, journal.story(id), origin)
    },
    cancel: (id) => {
      if (!mayBeTakenBack(recordOf(id))) {
        throw new PlainProblem('It is too late to take this back: the service may have it already.', {
          advice: 'You can hide it from the queue.'
        })
      }
      engine.tell(id, { kind: 'cancelled' })
    },
    lookAgain: (id) => {
      engine.tell(recordOf(id).id, { kind: 'look-again' })
    },
    hide: (id) => {
      engine.tell(recordOf(id).id, { kind: 'hidden' })
    },
    uploadedByHand: (id) => {
      const { connectionId, capability, inputs, state } = recordOf(id)
      if (state.phase !== 'uploading' || state.byHand === null) throw new PlainProblem('This task does not wait for an upload any more.')
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
    connect,
    disconnect: async () => {
      const connection = active()
      activeId = null
      if (connection === null) return
      connections.delete(connection.id)
      engine.unplug(connection.id)
      publish({ kind: 'account', account: account() })
    },
    resume: async () => {
      for (const id of connections.keys()) engine.mend(id)
    },
    wake: () => engine.wake(),
    setLibraryFolder: (folder) => {
      libraryFolder = resolve(folder)
    },
    result: findResult,
    thumbnail: async (itemId) => {
      const found = findResult(itemId)
      return found === null ? null : thumbnails.thumbnailOf(found)
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

/** Tells of a thrown error without ending anything that goes on. */
function reportDefect(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}

function wordsOf(fault: Fault): string {
  const failure = failureFrom(fault, policyFor(fault), 0)
  return `${failure.message} ${failure.advice}`
}

function problemOfTest(fault: Fault): PlainProblem {
  const row = policyFor(fault)
  const isAccount = row.onSubmit.do === 'hold'
  const isStranger =
    fault.kind === 'unreadable' || (fault.kind === 'refusal' && fault.errorType === null && !isAccount && fault.httpStatus !== 429)
  const isKey = row.onSubmit.do === 'hold' && row.onSubmit.reason === 'key'
  const field = isKey ? 'apiKey' : isStranger || fault.kind !== 'refusal' ? 'baseUrl' : undefined
  const message = isStranger ? 'There is something at this address, but it is not this service.' : row.message
  const advice = isStranger ? 'Compare the base URL with the one in the developer console.' : row.advice
  return new PlainProblem(message, { advice, requestId: fault.requestId, ...(field === undefined ? {} : { field }) })
}

function selectTasks(records: ReadonlyMap<string, TaskRecord>, query: TaskQuery): readonly TaskRecord[] {
  const { phases, capability, limit, includeHidden = false } = query
  const selected = [...records.values()].filter(
    (record) =>
      (includeHidden || !record.hidden) &&
      (phases === undefined || phases.includes(record.state.phase)) &&
      (capability === undefined || record.capability === capability)
  )
  // The map holds them as they came; a stable sort keeps that order within one millisecond.
  selected.reverse().sort((one, other) => other.createdAt - one.createdAt)
  return limit === undefined ? selected : selected.slice(0, limit)
}

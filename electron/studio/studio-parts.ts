import type { Estimator } from '../accounts/create-estimator.ts'
import type { KnownKeys } from '../accounts/known-keys.ts'
import type { FaceSelector } from '../faces/face-selector.ts'
import type { BatchPlanner } from '../forms/batch/batch-planner.ts'
import type { WorkspaceStore } from '../forms/open-workspace.ts'
import type { Library } from '../library/create-library.ts'
import type { LibraryFolders } from '../library/folders/library-folders.ts'
import type { StorageWatch } from '../library/folders/watch-storage.ts'
import type { Thumbnails } from '../library/thumbnails.ts'
import type { HttpClient } from '../service/http-client.ts'
import type { RequestLog } from '../service/request-log.ts'
import type { Engine } from '../tasks/engine/create-engine.ts'
import type { Reconciler } from '../tasks/engine/create-reconciler.ts'
import type { LimitDay } from '../tasks/engine/spending-limits.ts'
import type { Journal } from '../tasks/journal/open-journal.ts'
import type { TaskRecord } from '../tasks/machine/task-record.ts'
import type { Clock } from '../tasks/ports.ts'
import type { InputInspector } from '../uploads/input-inspector.ts'
import type { ConnectionPool } from './connection-pool.ts'
import type { StudioListeners } from './studio-event.ts'
import type { StudioOptions } from './studio-options.ts'

/**
 * Everything that an open studio consists of. Each module picks the parts that it uses. The parts have circular dependencies. While the
 * studio is being created, code must therefore read a part only when needed.
 */
export type StudioParts = {
  readonly options: StudioOptions
  readonly dataDir: string
  readonly timeScale: number
  readonly clock: Clock
  readonly journal: Journal
  readonly knownKeys: KnownKeys
  readonly workspace: WorkspaceStore
  readonly requests: RequestLog
  readonly http: HttpClient
  readonly estimator: Estimator
  readonly thumbnails: Thumbnails
  readonly libraryFolders: LibraryFolders
  readonly storage: StorageWatch
  readonly engine: Engine
  readonly library: Library
  readonly inspectInputs: InputInspector
  readonly planner: BatchPlanner
  readonly faceSelector: FaceSelector
  readonly reconciler: Reconciler
  readonly state: StudioState
  readonly connections: ConnectionPool
  readonly limitDay: LimitDay
  readonly listeners: StudioListeners
  /** Work that has to end before the studio closes. Examples are contract loads, API keys being saved and face selections being sent. */
  readonly backgroundWork: Set<Promise<unknown>>
  /** Pauses that user requests are waiting for. Calling an entry ends the pause. */
  readonly pauses: Set<() => void>
  /** Functions that stop a connection's next contract load and next MCP query, by connection ID. */
  readonly stopsOfRereading: Map<string, () => void>
  readonly stopsOfAskingTools: Map<string, () => void>
}

export type StudioState = {
  libraryFolder: string
  /** Resolves when a contract is available from disk or from the service, or after a timeout. */
  firstReading: Promise<void>
  /** Tasks as read from the journal. Empty once the engine has started, because the engine then has them. */
  stored: readonly TaskRecord[]
  /** Null while the studio is open. */
  closing: Promise<void> | null
}

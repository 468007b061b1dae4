import type { Capability } from '../shared/capability.ts'
import type { AccountState, ConnectionReport } from '../shared/connection.ts'
import type { MediaFacts } from '../shared/media-facts.ts'
import type { Progress, Result, Task, TaskQuery, TimelineEntry } from '../shared/task.ts'
import type { Values } from '../shared/values.ts'

/** An account at a base URL. `id` tells accounts apart: tasks remember theirs and are never sent to another. Default id: `default`. */
export type ConnectionOptions = { readonly id?: string; readonly baseUrl: string; readonly apiKey: string }

export type StudioOptions = {
  /** Folder of the journal; made when it is not there. One studio per folder. */
  readonly dataDir: string
  /** Default `<dataDir>/library`. */
  readonly libraryDir?: string
  /** Null: open without an account; what is queued waits. */
  readonly connection: ConnectionOptions | null
  /** Multiplies every wait; for tests. Default 1. */
  readonly timeScale?: number
  /** Goes into support bundles. */
  readonly appVersion?: string
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

export async function openStudio(_options: StudioOptions): Promise<Studio> {
  throw new Error('Not written yet.')
}

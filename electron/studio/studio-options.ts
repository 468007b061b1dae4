import type { RecipeSettings } from '../../shared/app/settings.ts'
import type { SpendingSettings } from '../../shared/task/spending.ts'
import type { ServiceCredentials } from '../accounts/ports.ts'
import type { DispatcherResolver } from '../service/http-client.ts'
import type { EngineLimits } from '../tasks/engine/ports.ts'
import type { Clock } from '../tasks/ports.ts'

/**
 * An account at a base URL. Each task stores its account's `id` and is never sent to another account. A new API key needs proof that it's
 * for the same account (see `confirmSameAccount`). Default ID: `default`.
 */
export type ConnectionOptions = ServiceCredentials & { readonly id?: string }

export type StudioOptions = {
  /** Kiln's data folder, created if missing. Only one studio can use a folder at a time. */
  readonly dataDir: string
  /** Default `<dataDir>/library`. */
  readonly libraryDir?: string
  /** Account to connect. Null to open the studio without an account. Queued tasks then wait. */
  readonly connection: ConnectionOptions | null
  /** Other accounts. Kiln keeps checking their sent tasks until the tasks end (invariant I4 in ARCHITECTURE.md). */
  readonly others?: readonly ConnectionOptions[]
  /** Multiplies most waits. For tests. Default 1. */
  readonly timeScale?: number
  /** Multiplies the timeouts of service calls. For tests. Default 1. */
  readonly deadlineScale?: number
  /** A clock that tests control manually. Default: a system clock that never goes back. */
  readonly clock?: Clock
  /** Kiln's version, as written into support bundles and recipes. */
  readonly appVersion?: string
  /** Network route for an origin, such as the system proxy. Default: direct. */
  readonly dispatcherFor?: DispatcherResolver
  /** Returns the user's spending limits. Called before each submission. Default: no limits. */
  readonly spendingRules?: () => SpendingSettings
  /** Returns true while the user has paused sending. Default: never. */
  readonly isSendingPaused?: () => boolean
  /** Concurrency and rate limits. Omitted ones keep their defaults. */
  readonly limits?: Partial<EngineLimits>
  /** Returns whether recipes are saved beside the result file and inside it. Default: both. */
  readonly recipes?: () => RecipeSettings
  /** Returns the pattern for file names (`shared/library/result-name.ts`). Default: `defaultNamePattern`. */
  readonly nameRule?: () => string
  /** Moves a file to the system trash. Default: none, so deleted files stay in `.kiln-trash` folders beside their old paths. */
  readonly trashItem?: (path: string) => Promise<void>
  /** Minimum time between two automatic checks of the contract, in milliseconds. Default 5 minutes. */
  readonly contractPauseInMs?: number
}

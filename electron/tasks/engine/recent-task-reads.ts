import type { TaskRecord } from '../machine/task-record.ts'
import type { ServiceClient } from '../ports.ts'
import { containsAllTasks } from './attempt-keys.ts'
import type { EnginePorts } from './ports.ts'
import { createRecentTasksReader, type RecentTasksReader, type RecentTasksResult } from './read-recent-tasks.ts'

type RecentTaskReadsDependencies = { readonly keyAfter: EnginePorts['keyAfter']; readonly signal: AbortSignal }

/** Requests for recent tasks, by client. Each client has its own API key, and another key's list proves nothing. */
export class RecentTaskReads {
  readonly #keyAfter: EnginePorts['keyAfter']
  readonly #readFromService: RecentTasksReader
  readonly #underWay = new Map<ServiceClient, Promise<RecentTasksResult>>()
  /** Clients whose recent tasks were read, or whose request for the recent tasks was rejected. */
  readonly #settled = new WeakSet<ServiceClient>()

  constructor({ keyAfter, signal }: RecentTaskReadsDependencies) {
    this.#keyAfter = keyAfter
    this.#readFromService = createRecentTasksReader(signal)
  }

  /**
   * Requests the recent tasks. Each client has at most one pending request. Concurrent callers share its result, including a failure.
   * `lookedFor`: tasks that the list should contain. If the list lacks them, a longer list is requested.
   */
  read(client: ServiceClient, lookedFor: readonly TaskRecord[]): Promise<RecentTasksResult> {
    const underWay = this.#underWay.get(client)
    if (underWay !== undefined) return underWay
    const reading = this.#readFromService(client, (recent) => containsAllTasks(recent, lookedFor, this.#keyAfter)).finally(() =>
      this.#underWay.delete(client)
    )
    this.#underWay.set(client, reading)
    return reading
  }

  isSettled(client: ServiceClient): boolean {
    return this.#settled.has(client)
  }

  settle(client: ServiceClient): void {
    this.#settled.add(client)
  }
}

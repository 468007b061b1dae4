/** The stages of an engine. `startedAt`: when Kiln started, in milliseconds since 1970. */
export type EngineLifecycle = {
  readonly startedAt: number
  /**
   * True once all tasks are loaded. No step is planned earlier, because limits and the search for unconfirmed tasks depend on all tasks.
   */
  isStarted: boolean
  /** True while closing. No new step starts, and the result of an aborted upload is ignored. */
  isClosing: boolean
  isClosed: boolean
  readonly closing: AbortController
}

export function newEngineLifecycle(startedAt: number): EngineLifecycle {
  return { startedAt, isStarted: false, isClosing: false, isClosed: false, closing: new AbortController() }
}

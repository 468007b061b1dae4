/** Runs one operation at a time, so that two operations never write the same file. */
export type SerialQueue = {
  /** Queues a user request. It runs before all background work that hasn't started. */
  readonly next: <T>(work: () => Promise<T>) => Promise<T>
  /**
   * Queues background work. Long work must be split into slices of about a second at most. A user request may have to wait for one slice.
   */
  readonly background: <T>(work: () => Promise<T>) => Promise<T>
  /** Resolves when nothing is running or queued. */
  readonly idle: () => Promise<void>
}

export function createSerialQueue(): SerialQueue {
  const asked: (() => Promise<void>)[] = []
  const background: (() => Promise<void>)[] = []
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    for (let work = asked.shift() ?? background.shift(); work !== undefined; work = asked.shift() ?? background.shift()) await work()
    running = null
  }

  function add<T>(queue: (() => Promise<void>)[], work: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    queue.push(() => work().then(resolve, reject))
    running ??= Promise.resolve().then(run)
    return promise
  }

  return {
    next: (work) => add(asked, work),
    background: (work) => add(background, work),
    idle: async () => {
      while (running !== null) await running
    }
  }
}

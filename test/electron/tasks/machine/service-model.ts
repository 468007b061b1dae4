/** The service's task for one idempotency key. For each key, the spec promises one body, one task, one charge and one face selection. */
export type ModelTask = {
  readonly taskId: string
  readonly key: string
  readonly body: string
  status: 'processing' | 'needs_input' | 'completed' | 'failed'
  charges: number
  refunds: number
  choices: number
}

/**
 * Minimal service that keeps every promise of the spec. Its records show whether a client behaved correctly. Throws if a client sends two
 * bodies with the same key. Also throws on a face selection that the service didn't ask for.
 */
export class ServiceModel {
  readonly #tasks = new Map<string, ModelTask>()
  readonly #bodies = new Map<string, string>()
  readonly #expired = new Set<string>()
  readonly #asksForFaces: boolean

  constructor(asksForFaces: boolean) {
    this.#asksForFaces = asksForFaces
  }

  get tasks(): readonly ModelTask[] {
    return [...this.#tasks.values()]
  }

  /** Number of charges that weren't refunded. */
  get standing(): number {
    return this.tasks.reduce((sum, { charges, refunds }) => sum + charges - refunds, 0)
  }

  /** Records that `body` arrived with `key`. Throws if another body arrived with the same key. */
  see(key: string, body: string): void {
    const known = this.#bodies.get(key) ?? body
    if (known !== body) throw new Error(`I2: key ${key} was sent with ${known} and with ${body}.`)
    this.#bodies.set(key, body)
  }

  /** Returns the task for `key`, creating it if necessary. Null if the upload in `body` has expired. */
  submit(key: string, body: string): ModelTask | null {
    this.see(key, body)
    const known = this.#tasks.get(key)
    if (known !== undefined) return known
    if (this.#expired.has(body)) return null
    const taskId = `T${this.#tasks.size + 1}`
    const task: ModelTask = { taskId, key, body, status: 'processing', charges: 1, refunds: 0, choices: 0 }
    this.#tasks.set(key, task)
    return task
  }

  /** Marks the upload in `body` as expired. No more tasks can be created from it. */
  expire(body: string): void {
    this.#expired.add(body)
  }

  /** Advances every processing task: to `needs_input` if faces must be selected first, otherwise to its end. `how`: how tasks end. */
  advance(how: 'well' | 'fails' | 'fails-refunded'): void {
    for (const task of this.tasks) {
      if (task.status !== 'processing') continue
      if (this.#asksForFaces && task.choices === 0) task.status = 'needs_input'
      else task.status = how === 'well' ? 'completed' : 'failed'
      if (task.status === 'failed' && how === 'fails-refunded') task.refunds = 1
    }
  }

  /** Accepts a face selection. Throws if the task isn't waiting for one. */
  choose(taskId: string): void {
    const task = this.task(taskId)
    if (task === null || task.status !== 'needs_input') throw new Error(`Faces were selected for ${taskId} before the service asked.`)
    task.choices += 1
    task.status = 'processing'
  }

  task(taskId: string): ModelTask | null {
    return this.tasks.find((task) => task.taskId === taskId) ?? null
  }
}

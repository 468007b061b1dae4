/** One key's task at the service, as the spec promises it: one body, one task, one charge, one choice of faces. */
export type TaskInMind = {
  readonly taskId: string
  readonly key: string
  readonly body: string
  status: 'processing' | 'needs_input' | 'completed' | 'failed'
  charges: number
  refunds: number
  choices: number
}

/**
 * A service that keeps every promise of the spec, in a few lines: what a client does to it is judged by its books. It throws where a client
 * breaks a rule that no honest client breaks.
 */
export class ServiceInMind {
  readonly #tasks = new Map<string, TaskInMind>()
  readonly #bodies = new Map<string, string>()
  readonly #expired = new Set<string>()
  readonly #asksForFaces: boolean

  constructor(asksForFaces: boolean) {
    this.#asksForFaces = asksForFaces
  }

  get tasks(): readonly TaskInMind[] {
    return [...this.#tasks.values()]
  }

  /** The charges that stand. */
  get standing(): number {
    return this.tasks.reduce((sum, { charges, refunds }) => sum + charges - refunds, 0)
  }

  /** The body arrives, whatever becomes of it. */
  see(key: string, body: string): void {
    const known = this.#bodies.get(key) ?? body
    if (known !== body) throw new Error(`I2: key ${key} came with ${known} and with ${body}.`)
    this.#bodies.set(key, body)
  }

  /** Null: the upload in it has expired. */
  submit(key: string, body: string): TaskInMind | null {
    this.see(key, body)
    const known = this.#tasks.get(key)
    if (known !== undefined) return known
    if (this.#expired.has(body)) return null
    const taskId = `T${this.#tasks.size + 1}`
    const task: TaskInMind = { taskId, key, body, status: 'processing', charges: 1, refunds: 0, choices: 0 }
    this.#tasks.set(key, task)
    return task
  }

  /** From now on nobody can be made of this upload. */
  expire(body: string): void {
    this.#expired.add(body)
  }

  /** The next thing that happens to every task by itself. */
  goOn(how: 'well' | 'fails' | 'fails-refunded'): void {
    for (const task of this.tasks) {
      if (task.status !== 'processing') continue
      if (this.#asksForFaces && task.choices === 0) task.status = 'needs_input'
      else task.status = how === 'well' ? 'completed' : 'failed'
      if (task.status === 'failed' && how === 'fails-refunded') task.refunds = 1
    }
  }

  /** A choice of faces arrives. */
  choose(taskId: string): void {
    const task = this.task(taskId)
    if (task === null || task.status !== 'needs_input') throw new Error(`Faces of ${taskId} were chosen while nobody asked for them.`)
    task.choices += 1
    task.status = 'processing'
  }

  task(taskId: string): TaskInMind | null {
    return this.tasks.find((task) => task.taskId === taskId) ?? null
  }
}

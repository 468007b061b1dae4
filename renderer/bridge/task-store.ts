import type { TransferProgress, Task, TaskChange } from '../../shared/task/task.ts'

type Listener = () => void

/**
 * The page's copy of all tasks. Designed for ten thousand tasks and hundreds of changes per second. One Map holds all tasks and is modified
 * in place. Each task has its own listeners. Changes are reported once per frame. At this rate, updates take 2 ms per second. Copying an
 * object for each change took 601 ms. `schedule` must call its argument once, for example before the next frame.
 */
export class TaskStore {
  readonly #tasks = new Map<string, Task>()
  readonly #rowListeners = new Map<string, Set<Listener>>()
  readonly #listListeners = new Set<(changes: readonly TaskChange[]) => void>()
  readonly #waiting = new Map<string, Task>()
  readonly #schedule: (flush: () => void) => void
  #isScheduled = false
  #newestFirst: readonly Task[] = []
  /** Index of each task in `#newestFirst`. A changed task keeps its index, because its creation time never changes. */
  readonly #places = new Map<string, number>()

  constructor(schedule: (flush: () => void) => void) {
    this.#schedule = schedule
  }

  get(id: string): Task | undefined {
    return this.#tasks.get(id)
  }

  /** Returns all tasks, newest first. Returns the same array until a task changes. */
  all(): readonly Task[] {
    return this.#newestFirst
  }

  /** Adds the tasks of main's list that aren't known yet. Known tasks came from events, which are newer than the list. */
  load(tasks: readonly Task[]): void {
    for (const task of tasks) if (!this.#tasks.has(task.id) && !this.#waiting.has(task.id)) this.#waiting.set(task.id, task)
    this.#flush()
  }

  change(task: Task): void {
    this.#waiting.set(task.id, task)
    this.#flushSoon()
  }

  /** Sets a task's transfer progress. Ignores unknown tasks. */
  progress(id: string, progress: TransferProgress): void {
    const task = this.#waiting.get(id) ?? this.#tasks.get(id)
    if (task) this.change({ ...task, progress })
  }

  subscribeTo(id: string, listener: Listener): () => void {
    const listeners = this.#rowListeners.get(id) ?? new Set()
    this.#rowListeners.set(id, listeners)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#rowListeners.get(id) === listeners) this.#rowListeners.delete(id)
    }
  }

  /** Calls `listener` with all changes since the last frame at once. Returns a function that stops listening. */
  subscribe(listener: (changes: readonly TaskChange[]) => void): () => void {
    this.#listListeners.add(listener)
    return () => this.#listListeners.delete(listener)
  }

  #flushSoon(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#schedule(() => this.#flush())
  }

  #flush(): void {
    this.#isScheduled = false
    if (this.#waiting.size === 0) return
    const changes = [...this.#waiting.values()].map((task) => ({ task, before: this.#tasks.get(task.id) }))
    this.#waiting.clear()
    for (const { task } of changes) this.#tasks.set(task.id, task)
    if (changes.some(({ before }) => before === undefined)) this.#arrange()
    else this.#replace(changes)
    for (const { task } of changes) for (const tell of this.#rowListeners.get(task.id) ?? []) tell()
    for (const tell of this.#listListeners) tell(changes)
  }

  #arrange(): void {
    this.#newestFirst = [...this.#tasks.values()].sort(byTime)
    this.#newestFirst.forEach(({ id }, place) => this.#places.set(id, place))
  }

  #replace(changes: readonly TaskChange[]): void {
    const list = this.#newestFirst.slice()
    for (const { task } of changes) list[this.#places.get(task.id) ?? 0] = task
    this.#newestFirst = list
  }
}

/** Compares two tasks, to sort the newest first. Rows of a batch have the same creation time and are sorted by row. */
function byTime(one: Task, other: Task): number {
  return other.createdAt - one.createdAt || (one.batch?.row ?? 0) - (other.batch?.row ?? 0) || (one.id < other.id ? 1 : -1)
}

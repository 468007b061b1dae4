import { taskIdOfItem } from '../../shared/library/item-id.ts'
import type { Task } from '../../shared/task/task.ts'

/**
 * Returns a function that returns true if “retry all” includes a task. Such a task failed at the service, belongs to the active account,
 * and hasn't been sent again. Pressing the button twice therefore never retries a task twice. `all` are the tasks in the queue. A rejected
 * task isn't retried, because the service would reject the same values again.
 */
export function retriableTasks(all: readonly Task[], connectionId: string | null): (task: Task) => boolean {
  const sentAgain = new Set<string>()
  for (const { from } of all) for (const { item, how } of from) if (how === 'again' || how === 'remix') sentAgain.add(taskIdOfItem(item))
  return (task) =>
    task.phase === 'failed' && !task.hidden && task.can.sendAgain && task.connectionId === connectionId && !sentAgain.has(task.id)
}

/** Library item ID of a task's output. `index` is zero-based. Stored. Don't change. */
export function itemIdOf(taskId: string, index: number): string {
  return `${taskId}.${index + 1}`
}

/** Zero-based index of the output, from its item ID. */
export function outputIndexOf(itemId: string): number {
  return Number(itemId.slice(itemId.lastIndexOf('.') + 1)) - 1
}

/** ID of the task that an output belongs to. */
export function taskIdOfItem(itemId: string): string {
  return itemId.slice(0, itemId.lastIndexOf('.'))
}

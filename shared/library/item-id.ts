/** Returns the library item ID of a task's output. `index` is zero-based. Stored. Don't change. */
export function itemIdOf(taskId: string, index: number): string {
  return `${taskId}.${index + 1}`
}

/** Returns the zero-based index of a task's output from its item ID. */
export function outputIndexOf(itemId: string): number {
  return Number(itemId.slice(itemId.lastIndexOf('.') + 1)) - 1
}

/** Returns the ID of the task that an item came from. */
export function taskIdOfItem(itemId: string): string {
  return itemId.slice(0, itemId.lastIndexOf('.'))
}

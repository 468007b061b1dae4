import type { Studio } from '../../electron/studio.ts'
import type { Task } from '../../shared/task.ts'

/**
 * Calls of the studio that these tests need and that it may not have. They are looked up when they are used, so that everything else runs
 * without them.
 */
type PlannedStudio = Omit<Studio, 'adopt'> & {
  readonly confirmSameAccount?: () => void
  readonly adopt: (taskId: string, capability?: string) => Task | Promise<Task>
}

/** What holds the account; `account-changed` while a new key is not known to belong to the account of the tasks that wait. */
export function holdOf(studio: Studio): string | null {
  return studio.account().hold
}

/** The person says that the new key belongs to the same account. */
export function confirmSameAccount(studio: Studio): void {
  const { confirmSameAccount: confirm } = studio as PlannedStudio
  if (confirm === undefined) throw new Error('The studio has no confirmSameAccount.')
  confirm()
}

/** Takes over a task that was made elsewhere; the person names the capability where the list does not. */
export async function adopt(studio: Studio, taskId: string, capability?: string): Promise<Task> {
  const planned = studio as PlannedStudio
  return capability === undefined ? planned.adopt(taskId) : planned.adopt(taskId, capability)
}

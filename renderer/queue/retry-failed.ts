import type { FailedOutcome } from '../../shared/ipc/outcome.ts'
import type { Capability } from '../../shared/form/capability.ts'
import { estimateCredits } from '../../shared/form/pricing.ts'
import { say } from '../../shared/i18n/say.ts'
import type { Task } from '../../shared/task/task.ts'
import { createRepeatSubmission } from '../actions/repeat-task.ts'
import type { ActionSubmission } from '../actions/send-action.ts'
import { request } from '../bridge/kiln.ts'
import { session, taskStore } from '../bridge/session.ts'
import { retriableTasks } from './retriable-tasks.ts'

/** A failed task that can be sent again. `credits` is its current price. Null if unknown. */
type Retry = { readonly task: Task; readonly submission: ActionSubmission; readonly credits: number | null }

/** The tasks that a retry of all failed tasks sends. `failures` are the reasons why the other tasks can't be sent. */
export type RetryPlan = { readonly retries: readonly Retry[]; readonly failures: readonly FailedOutcome[] }

/** Prepares a new task with the values of each failed task, and requests its current price. Doesn't send anything. */
export async function planRetries(tasks: readonly Task[], capabilities: ReadonlyMap<string, Capability>): Promise<RetryPlan> {
  const retries: Retry[] = []
  const failures: FailedOutcome[] = []
  for (const task of tasks) {
    const capability = capabilities.get(task.capability)
    if (capability === undefined) {
      failures.push(notOffered())
      continue
    }
    const submission = await createRepeatSubmission({ taskId: task.id, capability: task.capability, values: task.values }, capability)
    if ('ok' in submission) failures.push(submission)
    else retries.push({ task, submission, credits: await currentPrice(capability, task) })
  }
  return { retries, failures }
}

async function currentPrice(capability: Capability, { values }: Task): Promise<number | null> {
  const byRules = estimateCredits(capability, values).credits
  if (byRules !== null) return byRules
  const outcome = await request('price.estimate', { capability: capability.id, values })
  return outcome.ok ? outcome.value.credits : null
}

/**
 * Sends each task again as a new task. The user has confirmed the total price. A price above the user's own threshold is therefore not
 * confirmed again. Skips a task that has meanwhile been sent again, or that doesn't belong to the active account. The daily limit, and the
 * question about duplicates, still apply to each task.
 */
export async function sendRetries({ retries }: RetryPlan): Promise<{ readonly sent: number; readonly failures: readonly FailedOutcome[] }> {
  let sent = 0
  const failures: FailedOutcome[] = []
  for (const { task, submission } of retries) {
    if (!retriableTasks(taskStore.all(), activeConnectionId())(task)) continue
    const outcome = await submission.send(['confirm-above'])
    if (outcome.ok) sent += 1
    else failures.push(outcome)
  }
  return { sent, failures }
}

function activeConnectionId(): string | null {
  const { account } = session.getState()
  return account.state === 'ready' ? (account.value.connection?.id ?? null) : null
}

function notOffered(): FailedOutcome {
  return { ok: false, message: say('The service no longer offers this capability.'), advice: null, requestId: null, problems: [] }
}

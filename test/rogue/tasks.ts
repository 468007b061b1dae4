import { createOutputFile } from './output-file.ts'
import { rogueOutputKind, type RogueLedgerEntry, type RogueTask, type ServiceState } from './service-state.ts'

/** The parts of a submission that are stored with its task. */
type Order = {
  readonly account: string
  readonly capability: string
  readonly idempotencyKey: string | null
  readonly body: string
  readonly madeAt: number
}

/** Creates a task and charges it once, unless charging is deferred. */
export function createRogueTask(state: ServiceState, order: Order): RogueTask {
  const { personality, tasks, random } = state
  const number = tasks.length
  const fields = parseRogueFields(order.body)
  const count = Math.max(1, Number(fields['imageNum'] ?? 1) || 1)
  const task: RogueTask = {
    ...order,
    number,
    taskId: personality.submit.ids === 'number' ? String(7_000_001 + number) : `t-${Math.floor(random() * 36 ** 6).toString(36)}-${number}`,
    credits: rogueTaskCredits(order.capability, count, fields),
    outputs: Array.from({ length: count }, (_, index) => ({
      index,
      versions: [
        createOutputFile(rogueOutputKind(personality, order.capability, index), `${number}.${index}.${order.idempotencyKey ?? 'website'}`)
      ],
      addressesNamed: 0,
      failedAtAddress: null,
      downloads: 0,
      isDownloaded: false
    })),
    fate: random(),
    asksForFaces: personality.mcp.asksForFaces && order.capability === 'face-swap',
    choices: [],
    outcome: 'open',
    finishedAt: null,
    answers: 0,
    finishedAnswers: 0
  }
  tasks.push(task)
  if (personality.submit.credits !== 'deferred') enter(state, 'charge', task)
  return task
}

/** Advances a task to the current time and returns its status. */
export function advanceTask(state: ServiceState, task: RogueTask): 'running' | 'needs_input' | 'finished' | 'failed' {
  if (task.outcome !== 'open') return task.outcome
  const choice = task.choices.at(-1)
  const { query } = state.personality
  const dueAt = (choice?.at ?? task.madeAt) + query.secondsToFinish * state.secondInMs
  if (state.now() < dueAt) return 'running'
  if (task.asksForFaces && choice === undefined) return 'needs_input'
  const isCharged = state.ledger.some(({ taskId }) => taskId === task.taskId)
  task.finishedAt = dueAt
  if (task.fate < query.failingShare) {
    task.outcome = 'failed'
    if (isCharged && query.refund !== 'none') enter(state, 'refund', task)
  } else {
    task.outcome = 'finished'
    if (!isCharged) enter(state, 'charge', task)
  }
  return task.outcome
}

/** Marks a task as failed although it had already finished, and refunds the credits. */
export function failFinishedTask(state: ServiceState, task: RogueTask): void {
  if (task.outcome === 'failed') return
  task.outcome = 'failed'
  enter(state, 'refund', task)
}

/** Returns the credits that a task has cost so far: charged minus refunded. */
export function netCredits(state: ServiceState, { taskId }: RogueTask): number {
  const entries = state.ledger.filter((entry) => entry.taskId === taskId)
  return entries.reduce((sum, { kind, credits }) => sum + (kind === 'charge' ? credits : -credits), 0)
}

export function findRogueTask(state: ServiceState, taskId: string): RogueTask | null {
  return state.tasks.find((task) => task.taskId === taskId) ?? null
}

/** Parses a request body and returns its fields. Returns an empty object if the body isn't a JSON object. */
export function parseRogueFields(body: string): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(body)
    return typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function enter(state: ServiceState, kind: RogueLedgerEntry['kind'], { account, taskId, idempotencyKey, credits }: RogueTask): void {
  state.ledger.push({ kind, account, taskId, idempotencyKey, credits, at: state.now() })
}

/** Returns the credits that a task costs (spec section 8). `count`: number of images. `fields`: fields of the request body. */
export function rogueTaskCredits(capability: string, count: number, fields: Record<string, unknown>): number {
  if (capability === 'imgmodel-image-generator') return 5 * count
  if (capability !== 'imgmodel-3-0-image-generator') return 1
  const references = Array.isArray(fields['imageUrls']) ? fields['imageUrls'].length : fields['imageUrl'] === undefined ? 0 : 1
  return 10 * count + references
}

import { type RogueResponse, rogueJsonResponse, rogueRejection } from './http-response.ts'
import { isOffered } from './contract.ts'
import { parseRogueFields, createRogueTask } from './tasks.ts'
import { reportViolation, type RogueTask, type ServiceState } from './service-state.ts'

export type RogueSubmission = { readonly account: string; readonly capability: string; readonly key: string; readonly body: string }

/** Accepts a submission as the spec promises. A remembered idempotency key is charged only once. */
export function acceptSubmission(
  state: ServiceState,
  submission: RogueSubmission
): { readonly answer: RogueResponse; readonly task: RogueTask | null } {
  const { account, capability, key, body } = submission
  if (!isOffered(capability)) return { answer: rogueRejection(404, 'CAPABILITY_NOT_ENABLED'), task: null }
  if (key === '' || Object.keys(parseRogueFields(body)).length === 0) return { answer: rogueRejection(400, 'VALIDATION_ERROR'), task: null }
  const known = rememberedTask(state, account, key)
  if (known !== null && known.body !== body) return { answer: rogueRejection(409, 'IDEMPOTENCY_CONFLICT'), task: known }
  const task = known ?? createRogueTask(state, { account, capability, idempotencyKey: key, body, madeAt: state.now() })
  return { answer: acceptance(state, task), task }
}

/** Returns the task created with an idempotency key. Null if no task was created with it, or if the key is forgotten. */
export function rememberedTask(state: ServiceState, account: string, key: string): RogueTask | null {
  const memory = state.personality.submit.keyMemoryInSeconds
  const since = memory === null ? -Infinity : state.now() - memory * state.secondInMs
  return state.tasks.findLast((task) => task.account === account && task.idempotencyKey === key && task.madeAt >= since) ?? null
}

/** Reports submissions that no honest client would send, whatever their outcome. */
export function reportSubmissionViolations(state: ServiceState, submission: RogueSubmission, earlier: readonly RogueSubmission[]): void {
  const { account, key, body } = submission
  const sameKey = earlier.filter((one) => one.key === key)
  if (sameKey.some((one) => one.body !== body)) reportViolation(state, 'one key has one body', `key ${key} was sent with another body`)
  if (sameKey.some((one) => one.account !== account))
    reportViolation(state, 'a key stays with its account', `key ${key} was sent to ${account} after another account`)
  const intent = state.intentOf(body)
  const duplicate = state.tasks.find(
    (task) => task.idempotencyKey !== null && task.idempotencyKey !== key && intent !== null && state.intentOf(task.body) === intent
  )
  if (duplicate !== undefined)
    reportViolation(
      state,
      'an accepted request isn’t sent again',
      `${intent} was sent with key ${key} after ${duplicate.idempotencyKey} was accepted`
    )
  if (state.submitRate.isTooMuch(`${account} ${key}`, state.now()))
    reportViolation(state, 'submissions aren’t too frequent', `key ${key} was sent more than 20 times in a row`)
}

/** Creates tasks as if the same user had created them on the website around the same time. */
export function createUntrackedTasks(state: ServiceState, { account, capability, body }: RogueSubmission): void {
  for (let made = 0; made < state.personality.recent.strangersPerSubmit; made += 1) {
    const madeAt = state.now() + Math.round((state.random() - 0.5) * 4_000)
    createRogueTask(state, {
      account,
      capability,
      idempotencyKey: null,
      body: JSON.stringify({ ...parseRogueFields(body), prompt: 'website' }),
      madeAt
    })
  }
}

function acceptance({ personality }: ServiceState, task: RogueTask): RogueResponse {
  const { ids, place, saysSuccess, credits, status } = personality.submit
  const fields = {
    taskId: ids === 'number' ? Number(task.taskId) : task.taskId,
    ...(credits === 'charged' ? { creditsConsumed: task.credits, creditsRequired: task.credits } : {}),
    ...(credits === 'deferred' ? { creditsConsumed: 0, creditsRequired: task.credits, usageDeferred: true } : {})
  }
  const success = saysSuccess ? { success: true } : {}
  return rogueJsonResponse(status, place === 'top' ? { ...success, ...fields } : { ...success, data: fields })
}

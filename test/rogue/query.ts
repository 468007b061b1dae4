import type { RogueResultUrls } from './rogue-result-urls.ts'
import { type RogueResponse, rogueJsonResponse, rogueRejection } from './http-response.ts'
import { shuffled } from './random.ts'
import type { RogueTask, ServiceState } from './service-state.ts'
import { failFinishedTask, advanceTask, netCredits } from './tasks.ts'

type Fields = { [name: string]: unknown }

/** A task's state, in this personality's wording and format. */
export type RogueTaskState = {
  readonly status: string
  readonly fields: Fields
  readonly urls: readonly string[]
  readonly retryAfterMs: number | null
}

export function handleTaskQuery(state: ServiceState, addresses: RogueResultUrls, task: RogueTask): RogueResponse {
  const { place, saysSuccess, failureForm } = state.personality.query
  const response = laterAnswer(state, task)
  if (response !== null) return response
  const { status, fields, retryAfterMs } = refreshTaskState(state, addresses, task)
  const record = { status, ...fields, ...(retryAfterMs === null ? {} : { retryAfterMs }) }
  const shaped = (success: boolean): Fields => ({
    ...(saysSuccess || !success ? { success } : {}),
    ...(place === 'data' ? { data: record } : record)
  })
  if (task.outcome !== 'failed' || failureForm === 'status') return rogueJsonResponse(200, shaped(true))
  const error = { ...shaped(false), errorType: 'GENERATION_FAILED', message: 'The generation failed.' }
  return rogueJsonResponse(failureForm === 'http-422' ? 422 : failureForm === 'http-400' ? 400 : 200, error)
}

/** Returns the response that replaces the results after they were returned. Null if the usual response applies. */
function laterAnswer(state: ServiceState, task: RogueTask): RogueResponse | null {
  const { afterwards, afterwardsFromAnswer } = state.personality.query
  if (advanceTask(state, task) !== 'finished' || task.finishedAnswers + 1 < afterwardsFromAnswer) return null
  const about = { taskId: task.taskId }
  const error = (status: number, errorType: string, more: Fields = {}): RogueResponse =>
    rogueJsonResponse(status, {
      success: false,
      errorType,
      error: errorType,
      message: 'The state of this task is unknown.',
      ...about,
      ...more
    })
  switch (afterwards) {
    case 'results':
      return null
    case 'task-not-found':
      return rogueRejection(404, 'TASK_NOT_FOUND')
    case 'billing-invariant':
      return error(502, 'BILLING_INVARIANT_FAILED')
    case 'refund-unknown':
      return error(503, 'REFUND_OUTCOME_UNKNOWN', { recovery: 'CONTACT_SUPPORT_WITH_IDEMPOTENCY_KEY_AND_BUSINESS_ID', businessId: 'b-1' })
    case 'failed-refunded':
      failFinishedTask(state, task)
      return null
  }
}

export function refreshTaskState(state: ServiceState, addresses: RogueResultUrls, task: RogueTask): RogueTaskState {
  const { query, submit } = state.personality
  task.answers += 1
  const outcome = advanceTask(state, task)
  const status = (word: string): string => written(word, query.letters)
  switch (outcome) {
    case 'running': {
      const word = query.progressWords[(task.answers - 1) % query.progressWords.length] ?? 'processing'
      return { status: status(word), fields: {}, urls: [], retryAfterMs: query.retryAfterMs }
    }
    case 'needs_input':
      return { status: status('needs_input'), fields: {}, urls: [], retryAfterMs: query.retryAfterMs }
    case 'failed': {
      const fields = {
        errorDetail: 'The model gave up.',
        ...(query.refund === 'silent' ? {} : { creditsConsumed: netCredits(state, task) })
      }
      return { status: status(query.failedWord), fields, urls: [], retryAfterMs: null }
    }
    case 'finished': {
      const urls = namedAddresses(state, addresses, task)
      const credits = submit.credits === 'deferred' ? { creditsConsumed: task.credits, usageDeferred: false } : {}
      return { status: status(query.doneWord), fields: { ...resultFields(state, urls), ...credits }, urls, retryAfterMs: null }
    }
  }
}

function namedAddresses(state: ServiceState, addresses: RogueResultUrls, task: RogueTask): readonly string[] {
  const { order, partialAnswers, omitsDownloaded } = state.personality.query
  task.finishedAnswers += 1
  const left = task.outputs.filter(({ isDownloaded }) => !(omitsDownloaded && isDownloaded))
  const named = task.finishedAnswers <= partialAnswers ? task.outputs.slice(0, 1) : left
  const urls = named.map((output) => addresses.nameOne(task, output))
  return order === 'shuffled' ? shuffled(state.random, urls) : urls
}

function resultFields({ personality }: ServiceState, urls: readonly string[]): Fields {
  const [first] = urls
  if (first === undefined) return {}
  switch (personality.query.resultField) {
    case 'imageUrl':
      return { imageUrl: urls.length === 1 ? first : urls }
    case 'imageUrls':
      return { imageUrls: urls }
    case 'imageUrl+imageUrls':
      return { imageUrl: first, imageUrls: urls }
    case 'result':
      return { result: urls.length === 1 ? first : urls }
    case 'outputs':
      return { outputs: urls.map((url, index) => ({ index, url })) }
    case 'files':
      return { files: urls.map((url) => ({ name: 'result', downloadUrl: url })) }
  }
}

function written(word: string, letters: 'lower' | 'upper' | 'capital'): string {
  if (letters === 'upper') return word.toUpperCase()
  return letters === 'lower' ? word : `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
}

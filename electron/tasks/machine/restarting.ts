import type { TaskRecord, TaskState } from './task-record.ts'
import { type DecisionContext, type Decision, transitionTo, unchangedDecision } from './decision.ts'
import { resumeTask } from './held-task.ts'
import { maxDelayAfterStartInMs } from './poll-schedule.ts'
import { maxTriesBeforeFreshUrl } from './collecting.ts'

export function onRestart(record: TaskRecord, context: DecisionContext): Decision {
  const { state } = record
  // The service may have received a request that was in flight when Kiln ended.
  if (state.phase === 'submitting' && state.isSent) {
    // After this error, only one retry is allowed (spec section 7). The request in flight may have been the retry.
    const mayResend = record.failure?.errorType !== 'CREDENTIAL_STORAGE_UNAVAILABLE'
    return transitionTo(
      { ...record, inDoubt: true },
      { phase: 'unconfirmed', since: context.now, mayResend, isRestored: false, notBefore: context.now, looks: 0 }
    )
  }
  // A face selection was interrupted. The next status query shows whether the service received the selection.
  if (state.phase === 'selecting' && record.choice?.fate === 'on-the-way')
    return transitionTo(
      { ...record, choice: { ...record.choice, fate: 'unknown', since: context.now } },
      { ...state, notBefore: context.now }
    )
  // The question may be from an earlier day, so the daily limit is checked again.
  if (state.phase === 'held' && state.question?.kind === 'limit') return resumeTask(record, context)
  const choice = startedByNow(record.choice, context)
  const soon = endingSoon(state, context)
  if (choice === record.choice && soon === state) return unchangedDecision(record)
  return { record: { ...record, choice, state: soon }, effects: [], mustPersist: false }
}

/** Shortens waits to `maxDelayAfterStartInMs`. A wait that was stored while the clock was wrong could otherwise last for ever. */
function endingSoon(state: TaskState, context: DecisionContext): TaskState {
  const latest = context.now + maxDelayAfterStartInMs * context.timeScale
  const soon = 'notBefore' in state && state.notBefore > latest ? { ...state, notBefore: latest } : state
  if (soon.phase === 'collecting') {
    // A URL that has already failed may have expired. One more failure therefore triggers a request for a new URL. Kiln doesn't request it
    // at once. The file may already be on disk. The service may not list a downloaded file again. Unassigned outputs are included, because
    // they may get a URL later.
    const outputs = soon.outputs.map((output) =>
      output.result === null
        ? { ...output, notBefore: Math.min(output.notBefore, latest), tries: output.tries > 0 ? maxTriesBeforeFreshUrl : 0 }
        : output
    )
    const isSame = outputs.every(
      (output, index) => output.notBefore === soon.outputs[index]?.notBefore && output.tries === soon.outputs[index].tries
    )
    return isSame ? soon : { ...soon, outputs }
  }
  return unconfirmedFromNow(soon, context)
}

/** Restarts the unconfirmed timeout, because Kiln made no checks while it was closed. */
function unconfirmedFromNow(state: TaskState, context: DecisionContext): TaskState {
  if (state.phase === 'unconfirmed' && state.since !== context.now) return { ...state, since: context.now }
  const isUnconfirmed = state.phase === 'running' && state.doubtedSince !== null && state.doubtedSince !== context.now
  return isUnconfirmed ? { ...state, doubtedSince: context.now } : state
}

function startedByNow<T extends { readonly since: number } | null>(what: T, context: DecisionContext): T {
  return what !== null && what.since > context.now ? { ...what, since: context.now } : what
}

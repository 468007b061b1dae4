import type { TaskRecord } from './task-record.ts'
import type { TaskEvent } from './task-event.ts'
import { type DecisionContext, type Decision, transitionTo, unchangedDecision } from './decision.ts'
import { onRestart } from './restarting.ts'
import { onUploadFault, onUploadRejected } from './uploading.ts'
import { onSending, onAccepted, onSubmitFault } from './sending.ts'
import { isSubmissionSent, isUnsent, canHide } from './task-predicates.ts'
import { onRecentTasksRead, onRecentTasksFault } from './recent-tasks.ts'
import { onQueried, onCreditsRead, onQueryFault } from './polling.ts'
import { onFacesChosen, onFacesAccepted, onChoiceFault } from './face-selection.ts'
import { isCollecting, onSaved, onSavedLate, onFetchAgain, onSaveFault, onDuplicateFound, onMoved } from './collecting.ts'
import { heldStateFor, resumeTask, onPriceAgreed, asksAboutCopy, resumeUnsentTask, onCancelled, onCancelUndone } from './held-task.ts'
import { onCheckRequested, withAllStepsDue } from './checking.ts'
import { assertNever } from '../../../shared/assert-never.ts'

export type { Decision, DecisionContext } from './decision.ts'

/**
 * A task's state machine. Returns the task after an event, and the event's effects. Has no side effects itself. An unexpected event changes
 * nothing. A late or duplicate response therefore does no harm.
 */
export function decide(record: TaskRecord, event: TaskEvent, context: DecisionContext): Decision {
  switch (event.kind) {
    case 'restarted':
      return onRestart(record, context)
    case 'upload-began':
      return record.state.phase === 'queued'
        ? transitionTo(record, { phase: 'uploading', notBefore: context.now, tries: 0, byHand: null })
        : unchangedDecision(record)
    case 'upload-failed':
      return record.state.phase === 'uploading'
        ? onUploadFault(record, record.state.tries + 1, event.fault, context)
        : unchangedDecision(record)
    case 'upload-refused':
      return onUploadRejected(record, event, context)
    case 'uploaded':
      // No journal entry is needed. After a restart, Kiln finds the stored uploads and builds the body again.
      return record.state.phase === 'uploading'
        ? {
            record: { ...record, failure: null, state: { phase: 'queued', isUploaded: true, notBefore: context.now, tries: 0 } },
            effects: [],
            mustPersist: false
          }
        : unchangedDecision(record)
    case 'uploaded-by-hand':
      return record.state.phase === 'uploading' && record.state.byHand !== null
        ? transitionTo({ ...record, failure: null }, { ...record.state, byHand: null, notBefore: context.now })
        : unchangedDecision(record)
    case 'sending':
      return onSending(record, event.body, context)
    case 'submitted':
      // A task ID is accepted even if Kiln has stopped waiting for it. Every known task is checked until it ends.
      return isSubmissionSent(record) ||
        record.state.phase === 'unconfirmed' ||
        (record.state.phase === 'support' && record.taskId === null)
        ? onAccepted(record, event.answer, context)
        : unchangedDecision(record)
    case 'submit-failed':
      return isSubmissionSent(record) ? onSubmitFault(record, event.fault, context) : unchangedDecision(record)
    case 'recent-read':
      return onRecentTasksRead(record, event, context)
    case 'recent-failed':
      return onRecentTasksFault(record, event.fault, context)
    case 'queried':
      return onQueried(record, event, context)
    case 'credits-read':
      return onCreditsRead(record, event.answer, context)
    case 'query-failed':
      return onQueryFault(record, event.fault, context)
    case 'faces-chosen':
      return onFacesChosen(record, event.arguments, context)
    case 'faces-taken':
      return onFacesAccepted(record, context)
    case 'choice-failed':
      return onChoiceFault(record, event.fault, context)
    case 'kept':
      return isCollecting(record) ? onSaved(record, event, context) : onSavedLate(record, event, context)
    case 'fetch-again':
      return onFetchAgain(record, event.indexes, context)
    case 'keep-failed':
      return isCollecting(record) ? onSaveFault(record, event.index, event.fault, context) : unchangedDecision(record)
    case 'twin-found':
      return isCollecting(record) ? onDuplicateFound(record, event.index, event.sha256, context) : unchangedDecision(record)
    case 'moved':
      return onMoved(record, event)
    case 'account-held':
      return isUnsent(record) && record.state.phase !== 'held'
        ? transitionTo(record, heldStateFor(event.reason))
        : unchangedDecision(record)
    case 'account-fixed':
      return record.state.phase === 'held' && record.state.question === null ? resumeTask(record, context) : unchangedDecision(record)
    case 'questioned':
      return isUnsent(record) && record.state.phase !== 'held'
        ? transitionTo({ ...record, failure: null }, { phase: 'held', reason: null, question: event.question })
        : unchangedDecision(record)
    case 'price-agreed':
      return onPriceAgreed(record, context)
    case 'copy-agreed':
      return asksAboutCopy(record) ? resumeUnsentTask(record, context) : unchangedDecision(record)
    case 'question-dropped':
      return record.state.phase === 'held' && record.state.question?.kind === event.about
        ? resumeTask(record, context)
        : unchangedDecision(record)
    case 'cancelled':
      return onCancelled(record, context)
    case 'cancel-undone':
      return onCancelUndone(record, context)
    case 'look-again':
      return onCheckRequested(record, context)
    case 'woke':
      return { record: { ...record, state: withAllStepsDue(record.state, context.now) }, effects: [], mustPersist: false }
    case 'hidden':
      return record.hidden || !canHide(record)
        ? unchangedDecision(record)
        : { record: { ...record, hidden: true }, effects: [], mustPersist: true }
    case 'unhidden':
      return record.hidden ? { record: { ...record, hidden: false }, effects: [], mustPersist: true } : unchangedDecision(record)
    default:
      return assertNever(event)
  }
}

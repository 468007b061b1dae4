import { UserFacingError } from '../../shared/form/submission-problem.ts'
import type { Values } from '../../shared/form/values.ts'
import { runInEnglish, say } from '../../shared/i18n/say.ts'
import { timelineDetailText } from '../../shared/phrases/timeline-phrases.ts'
import type { ConfirmableQuestionKind } from '../../shared/task/spending.ts'
import type { Phase, Task, TaskQuery } from '../../shared/task/task.ts'
import type { TimelineEntry } from '../../shared/task/timeline.ts'
import { selectTasks } from '../tasks/engine/select-tasks.ts'
import { recheckLimits } from '../tasks/engine/spending-limits.ts'
import { confirmationEventKinds } from '../tasks/machine/sending-questions.ts'
import { supportBundleText } from '../tasks/machine/support-bundle.ts'
import { canCancel } from '../tasks/machine/held-task.ts'
import { isHidden } from '../tasks/machine/task-predicates.ts'
import { taskTimeline } from '../tasks/machine/task-timeline.ts'
import { existingTaskIds, findTask, taskForUser } from './find-task.ts'
import type { StudioParts } from './studio-parts.ts'

type TaskDependencies = Pick<StudioParts, 'clock' | 'connections' | 'engine' | 'journal' | 'limitDay' | 'options'>

/** Operations that read, cancel and hide tasks. */
export type TaskOperations = {
  readonly task: (id: string) => Task | null
  /** Returns the task's values with the paths of its files. Throws `UserFacingError` if the task doesn't exist. */
  readonly valuesOf: (id: string) => Values
  /** Returns the tasks that match `query`, newest first. */
  readonly tasks: (query?: TaskQuery) => readonly Task[]
  /** Returns the number of tasks in each phase, without hidden tasks. */
  readonly countByPhase: () => Readonly<Partial<Record<Phase, number>>>
  readonly timeline: (id: string) => readonly TimelineEntry[]
  readonly supportBundle: (id: string) => string
  /** Cancels an unsent task. Throws `UserFacingError` if the task may already have been sent. */
  readonly cancel: (id: string) => void
  /** Returns cancelled tasks to the queue. Ignores other tasks. */
  readonly undoCancel: (ids: readonly string[]) => void
  /**
   * Confirms the question that a task waits for. The task is then sent at its current price. Throws `UserFacingError` if the task no longer
   * waits for this question.
   */
  readonly agree: (id: string, question: ConfirmableQuestionKind) => void
  /** Rechecks the tasks on hold because of a spending limit. Called after the user changed their limits. */
  readonly recheckLimits: () => void
  /** Starts the waiting tasks if the user has resumed sending. Called after the user paused or resumed sending. */
  readonly sendingPauseChanged: () => void
  /** Checks this task's status now. Doesn't cost credits. */
  readonly checkNow: (id: string) => void
  /** Hides finished tasks from the queue. Ignores other tasks. */
  readonly hide: (ids: readonly string[]) => void
  readonly unhide: (ids: readonly string[]) => void
  /** Resumes a task after the user ran the upload command that Kiln rejected. The task uses the file URL that came with the command. */
  readonly uploadedManually: (id: string) => void
}

export function taskOperations(parts: TaskDependencies): TaskOperations {
  const { engine, journal } = parts
  return {
    task: (id) => {
      const record = engine.record(id)
      return record === undefined ? null : taskForUser(parts, record)
    },
    valuesOf: (id) => findTask(parts, id).values,
    tasks: (query = {}) => selectTasks(engine.tasks, query).map((record) => taskForUser(parts, record)),
    countByPhase: () => countByPhase(parts),
    timeline: (id) => taskTimeline(journal.history(findTask(parts, id).id)),
    supportBundle: (id) => supportBundleOf(parts, id),
    cancel: (id) => cancelTask(parts, id),
    undoCancel: (ids) => engine.dispatchAll(existingTaskIds(parts, ids), { kind: 'cancel-undone' }),
    agree: (id, question) => confirmQuestion(parts, id, question),
    recheckLimits: () => recheckLimits(parts),
    sendingPauseChanged: () => engine.sendingPauseChanged(),
    checkNow: (id) => engine.checkNow(findTask(parts, id).id),
    hide: (ids) => engine.dispatchAll(existingTaskIds(parts, ids), { kind: 'hidden' }),
    unhide: (ids) => engine.dispatchAll(existingTaskIds(parts, ids), { kind: 'unhidden' }),
    uploadedManually: (id) => resumeAfterManualUpload(parts, id)
  }
}

function countByPhase({ engine }: TaskDependencies): Readonly<Partial<Record<Phase, number>>> {
  const counts: Partial<Record<Phase, number>> = {}
  for (const record of engine.tasks.all().values()) {
    if (!isHidden(record)) counts[record.state.phase] = (counts[record.state.phase] ?? 0) + 1
  }
  return counts
}

function supportBundleOf(parts: TaskDependencies, id: string): string {
  const { connections, journal, options } = parts
  const record = findTask(parts, id)
  const origin = { baseUrl: connections.open.get(record.connectionId)?.baseUrl ?? null, appVersion: options.appVersion ?? '0.0.0' }
  return runInEnglish(() => supportBundleText(record, journal.history(id), origin, timelineDetailText))
}

function cancelTask(parts: TaskDependencies, id: string): void {
  if (!canCancel(findTask(parts, id))) {
    throw new UserFacingError(say('Too late to cancel. The service may already have the task.'), {
      advice: say('Kiln keeps checking the task and saves the result.')
    })
  }
  parts.engine.dispatch(id, { kind: 'cancelled' })
}

function confirmQuestion(parts: TaskDependencies, id: string, question: ConfirmableQuestionKind): void {
  const { state } = findTask(parts, id)
  if (state.phase !== 'held' || state.question?.kind !== question)
    throw new UserFacingError(say('This task no longer needs your confirmation.'))
  parts.engine.dispatch(id, { kind: confirmationEventKinds[question] })
}

function resumeAfterManualUpload(parts: TaskDependencies, id: string): void {
  const { clock, engine, journal } = parts
  const { connectionId, capability, inputs, state } = findTask(parts, id)
  if (state.phase !== 'uploading' || state.byHand === null) throw new UserFacingError(say('This task no longer needs an upload.'))
  const { field, path, fileUrl } = state.byHand
  const input = inputs.find((one) => one.field === field && one.path === path)
  const sha256 = input === undefined ? null : journal.digestOf(input)
  if (sha256 !== null) journal.rememberUpload({ connectionId, sha256, capability, parameter: field }, fileUrl, clock.now())
  engine.dispatch(id, { kind: 'uploaded-by-hand' })
}

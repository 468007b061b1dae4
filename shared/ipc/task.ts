import { z } from 'zod'
import { givenSourcesSchema } from '../form/task-source-schema.ts'
import { valuesSchema } from '../form/values.ts'
import { faceSelectionInputSchema, type FaceSelectionData } from '../task/faces.ts'
import { confirmableQuestionKinds } from '../task/spending.ts'
import type { TransferProgress, Task } from '../task/task.ts'
import type { TimelineEntry } from '../task/timeline.ts'
import { consent, id, page, request } from './request.ts'

/** IDs of tasks. The maximum is large enough to hide all tasks at once. */
const taskIds = z.array(id).min(1).max(100_000).readonly()

export const taskRequests = {
  'task.submit': request(
    z.object({
      capability: id,
      values: valuesSchema,
      from: givenSourcesSchema.optional(),
      consent
    })
  ).returns<Task>(),
  /** Newest first, including hidden tasks. */
  'task.list': request(page).returns<readonly Task[]>(),
  'task.timeline': request(z.object({ id })).returns<readonly TimelineEntry[]>(),
  'task.cancel': request(z.object({ id })),
  'task.undoCancel': request(z.object({ ids: taskIds })),
  /** Accepts `question` and sends the task at its current price. The task must still be on hold because of this question. */
  'task.agree': request(z.object({ id, question: z.enum(confirmableQuestionKinds) })),
  'task.checkAgain': request(z.object({ id })),
  /** Hides finished tasks from the queue. */
  'task.hide': request(z.object({ ids: taskIds })),
  'task.unhide': request(z.object({ ids: taskIds })),
  /** Confirms that the user has run the upload command of `manualUpload`. */
  'task.uploadedByHand': request(z.object({ id })),
  /** Copies everything that support asks for to the clipboard. */
  'task.copySupportBundle': request(z.object({ id })),
  /**
   * Saves the support bundle to a file that the user chooses in the system's dialog. Returns false if the user closed the
   * dialog.
   */
  'task.saveSupportBundle': request(z.object({ id })).returns<boolean>(),
  /** The faces to choose from, for a task that waits for a selection. */
  'faces.read': request(z.object({ id })).returns<FaceSelectionData>(),
  /** Sends the selection. It can be sent only once. */
  'faces.choose': request(z.object({ id, choice: faceSelectionInputSchema }))
}

export type TaskEvents = {
  /** Current states of changed tasks, in the order of the changes. */
  'tasks.changed': readonly Task[]
  'task.progress': { readonly id: string; readonly progress: TransferProgress }
}

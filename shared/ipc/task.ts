import { z } from 'zod'
import { givenSourcesSchema } from '../form/task-source-schema.ts'
import { valuesSchema } from '../form/values.ts'
import { faceSelectionInputSchema, type FaceSelectionData } from '../task/faces.ts'
import { confirmableQuestionKinds } from '../task/spending.ts'
import type { TransferProgress, Task } from '../task/task.ts'
import type { TimelineEntry } from '../task/timeline.ts'
import { spendingConsentSchema, idSchema, pageSchema, declareRequest } from './request.ts'

/** IDs of tasks. The maximum is large enough to hide all tasks at once. */
const taskIds = z.array(idSchema).min(1).max(100_000).readonly()

export const taskRequests = {
  'task.submit': declareRequest(
    z.object({
      capability: idSchema,
      values: valuesSchema,
      from: givenSourcesSchema.optional(),
      consent: spendingConsentSchema
    })
  ).returns<Task>(),
  /** Returns the tasks, newest first, including hidden tasks. */
  'task.list': declareRequest(pageSchema).returns<readonly Task[]>(),
  'task.timeline': declareRequest(z.object({ id: idSchema })).returns<readonly TimelineEntry[]>(),
  'task.cancel': declareRequest(z.object({ id: idSchema })),
  'task.undoCancel': declareRequest(z.object({ ids: taskIds })),
  /** Accepts `question` and sends the task at its current price. The task must still be on hold because of this question. */
  'task.agree': declareRequest(z.object({ id: idSchema, question: z.enum(confirmableQuestionKinds) })),
  'task.checkAgain': declareRequest(z.object({ id: idSchema })),
  /** Hides finished tasks from the queue. */
  'task.hide': declareRequest(z.object({ ids: taskIds })),
  'task.unhide': declareRequest(z.object({ ids: taskIds })),
  /** Confirms that the user has run the upload command of `manualUpload`. */
  'task.uploadedByHand': declareRequest(z.object({ id: idSchema })),
  /** Copies everything that support asks for to the clipboard. */
  'task.copySupportBundle': declareRequest(z.object({ id: idSchema })),
  /**
   * Saves the support bundle to a file that the user chooses in the system's dialog. Returns false if the user closed the
   * dialog.
   */
  'task.saveSupportBundle': declareRequest(z.object({ id: idSchema })).returns<boolean>(),
  /** Returns the faces to choose from, for a task that waits for a selection. */
  'faces.read': declareRequest(z.object({ id: idSchema })).returns<FaceSelectionData>(),
  /** Sends the selection. It can be sent only once. */
  'faces.choose': declareRequest(z.object({ id: idSchema, choice: faceSelectionInputSchema }))
}

export type TaskEvents = {
  /** Current states of changed tasks, in the order of the changes. */
  'tasks.changed': readonly Task[]
  'task.progress': { readonly id: string; readonly progress: TransferProgress }
}

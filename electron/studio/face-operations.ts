import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import type { FaceSelectionData, FaceSelectionInput } from '../../shared/task/faces.ts'
import type { SmallFile } from '../service/download-small-file.ts'
import { writeWhenUnlocked } from '../tasks/journal/write-when-unlocked.ts'
import type { TaskRecord } from '../tasks/machine/task-record.ts'
import { requireConfirmedAccount } from './check-submission.ts'
import { findTask } from './find-task.ts'
import { pauseUntilClosed } from './pause-until-closed.ts'
import { reportDefect } from './report-defect.ts'
import type { StudioParts } from './studio-parts.ts'

type FaceDependencies = Pick<StudioParts, 'backgroundWork' | 'clock' | 'engine' | 'faceSelector' | 'pauses'>

/** Operations that show and send face selections. */
export type FaceOperations = {
  /** Returns the selectable faces of a task that waits for a selection. Rejects with `UserFacingError` if the faces can't be loaded. */
  readonly faces: (id: string) => Promise<FaceSelectionData>
  /** Returns an image from `faces`. `key` is the last part of the image's URL. Null if the image doesn't exist. */
  readonly faceImage: (key: string) => Promise<SmallFile | null>
  /**
   * Saves a face selection and sends it once. Resolves when the selection is saved and being sent. Rejects with `UserFacingError` if the
   * selection wasn't sent.
   */
  readonly selectFaces: (id: string, choice: FaceSelectionInput) => Promise<void>
}

export function faceOperations(parts: FaceDependencies): FaceOperations {
  const { faceSelector } = parts
  return {
    faces: async (id) => faceSelector.show(findTaskAwaitingFaces(parts, id)),
    faceImage: (key) => faceSelector.picture(key),
    selectFaces: (id, choice) => selectFaces(parts, id, choice)
  }
}

async function selectFaces(parts: FaceDependencies, id: string, choice: FaceSelectionInput): Promise<void> {
  const { backgroundWork, engine, faceSelector } = parts
  const { text, send } = await faceSelector.prepare(findTaskAwaitingFaces(parts, id), choice)
  const { sent } = await writeWhenUnlocked(
    {
      // Another selection may have been saved while this one was being prepared.
      mayWrite: () => findTaskAwaitingFaces(parts, id),
      write: () => ({ sent: engine.chooseFaces(id, text, send) }),
      message: say('Your selection couldn’t be saved on this computer, so it wasn’t sent. The task is still waiting. Nothing is lost.'),
      advice: say(
        'Check the free space and your permissions for Kiln’s data folder. Then send your selection again. The faces are still selected.'
      )
    },
    { pause: (delayInMs) => pauseUntilClosed(parts, delayInMs), onDefect: reportDefect }
  )
  const sending = sent
    .then(() => (engine.record(id)?.choice?.fate === 'taken' ? faceSelector.forget(id) : undefined))
    .catch(reportDefect)
    .finally(() => backgroundWork.delete(sending))
  backgroundWork.add(sending)
}

/** @throws UserFacingError if the task doesn't exist or doesn't wait for a face selection. Also throws if its account is unconfirmed. */
function findTaskAwaitingFaces(parts: FaceDependencies, id: string): TaskRecord {
  const record = findTask(parts, id)
  requireConfirmedAccount(parts, record.connectionId)
  if (record.state.phase === 'needs_input') return record
  throw new UserFacingError(say('This task no longer needs a face selection.'), { advice: say('Check the task’s status in the queue.') })
}

import { say } from '../../shared/i18n/say.ts'
import { writeWhenUnlocked } from '../tasks/journal/write-when-unlocked.ts'
import { pauseUntilClosed } from './pause-until-closed.ts'
import { reportDefect } from './report-defect.ts'
import type { StudioParts } from './studio-parts.ts'

/** Writes a task or a batch to the journal. If this throws, nothing was sent. `mayWrite` runs before each attempt. */
export function writeSubmission<T>(
  parts: Pick<StudioParts, 'clock' | 'pauses'>,
  { mayWrite, write }: { readonly mayWrite: () => void; readonly write: () => T }
): Promise<T> {
  return writeWhenUnlocked(
    {
      mayWrite,
      write,
      message: say('Kiln couldn’t save to its data folder, so nothing was sent or charged.'),
      advice: say('Check the free space and your permissions for Kiln’s data folder. Then send again. The form is unchanged.')
    },
    { pause: (delayInMs) => pauseUntilClosed(parts, delayInMs), onDefect: reportDefect }
  )
}

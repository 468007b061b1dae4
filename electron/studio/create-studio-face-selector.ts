import { join } from 'node:path'
import { sentReferences } from '../faces/face-references.ts'
import { FaceSelector } from '../faces/face-selector.ts'
import { facesError } from '../faces/faces-error.ts'
import { planFaceArguments } from '../faces/plan-face-arguments.ts'
import { maxInteractiveRetriesFor } from '../tasks/machine/error-policy.ts'
import { backoffInMs } from '../tasks/machine/poll-schedule.ts'
import { pauseUntilClosed } from './pause-until-closed.ts'
import type { StudioParts } from './studio-parts.ts'

type FaceSelectorDependencies = Pick<
  StudioParts,
  'clock' | 'connections' | 'dataDir' | 'engine' | 'http' | 'library' | 'pauses' | 'state' | 'timeScale'
>

/** Maximum pause before a retry while the user waits, in milliseconds. If the service requests a longer pause, Kiln reports an error. */
const longestPauseOfAPersonInMs = 15_000

export function createStudioFaceSelector(parts: FaceSelectorDependencies): FaceSelector {
  const { connections, dataDir, engine, http, library, state, timeScale } = parts
  return new FaceSelector({
    toolsOf: (connectionId) => connections.open.get(connectionId)?.tools ?? null,
    http,
    folder: join(dataDir, 'faces'),
    referencesOf: ({ values }) => sentReferences(values, async (itemId) => (await library.fileOf(itemId))?.path ?? null),
    recordOf: (id) => engine.record(id),
    argumentsFor: planFaceArguments,
    problemOf: facesError,
    pauseBeforeAskingAgain: (fault, tries) => {
      const delayInMs = fault.retryAfterInMs ?? backoffInMs(tries, Math.random())
      return tries > maxInteractiveRetriesFor(fault) || delayInMs > longestPauseOfAPersonInMs || state.closing !== null
        ? null
        : pauseUntilClosed(parts, delayInMs * timeScale)
    }
  })
}

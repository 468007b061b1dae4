import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { say, sayContract } from '../../shared/i18n/say.ts'
import { createReconciler, type Reconciler } from '../tasks/engine/create-reconciler.ts'
import { unknownCapability } from '../tasks/machine/adopted-task.ts'
import { withUnreadableTasks } from '../tasks/machine/with-unreadable-tasks.ts'
import { activeConnection } from './connection-pool.ts'
import { publishStudioEvent } from './studio-event.ts'
import type { StudioParts } from './studio-parts.ts'

type ReconcilerDependencies = Pick<StudioParts, 'clock' | 'connections' | 'engine' | 'journal' | 'library' | 'listeners' | 'state'>

/** Creates the active account's reconciler, and publishes its reports. */
export function createStudioReconciler(parts: ReconcilerDependencies): Reconciler {
  const { clock, connections, engine, journal, library, listeners, state } = parts
  return createReconciler({
    engine,
    activeConnection: () => connections.activeId,
    missingFiles: library.missingResultIds,
    titleOf: (capability) =>
      capability === unknownCapability
        ? say('Task created elsewhere')
        : sayContract(
            activeConnection(connections)
              ?.discovery.current()
              .find(({ id }) => id === capability)?.title ?? capability
          ),
    now: clock.now,
    newId: randomUUID,
    nextTurn: () => setImmediate(),
    onReport: (reconciliation) => {
      if (state.closing === null)
        publishStudioEvent(listeners, {
          kind: 'reconciliation',
          reconciliation: withUnreadableTasks(reconciliation, journal.unreadable().tasks)
        })
    }
  })
}

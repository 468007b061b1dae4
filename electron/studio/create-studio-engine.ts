import { newFault } from '../../shared/task/fault.ts'
import { createResultWriter } from '../library/downloads/save-result.ts'
import { defaultNamePattern } from '../../shared/library/result-name.ts'
import { nextIdempotencyKey } from '../service/idempotency-key.ts'
import { createEngine, type Engine } from '../tasks/engine/create-engine.ts'
import type { EngineLimits } from '../tasks/engine/ports.ts'
import { limitConfirmationOf } from '../tasks/engine/spending-limits.ts'
import { savedResultsOf } from '../tasks/machine/task-view.ts'
import type { ResultWriter } from '../tasks/ports.ts'
import { digestFile } from '../uploads/digest-file.ts'
import { probeFile } from '../uploads/probe-file.ts'
import { createFileUploader } from '../uploads/transfer-file.ts'
import { createInputUploader } from '../uploads/upload-inputs.ts'
import { accountView } from './account-view.ts'
import { capabilityOf } from './connection-pool.ts'
import { taskForUser } from './find-task.ts'
import { priceConfirmationOf } from './price-confirmation.ts'
import { recipeForResult, recipeSettings } from './recipe-for-result.ts'
import { readContract, refreshContract, type RefreshDependencies } from './refresh-contract.ts'
import { rememberKeyOf } from './remember-key.ts'
import { reportDefect } from './report-defect.ts'
import { publishStudioEvent } from './studio-event.ts'
import type { StudioParts } from './studio-parts.ts'

type EngineDependencies = RefreshDependencies & WriterDependencies & Pick<StudioParts, 'estimator' | 'reconciler'>

type WriterDependencies = Pick<
  StudioParts,
  'clock' | 'connections' | 'engine' | 'http' | 'journal' | 'library' | 'libraryFolders' | 'options' | 'state' | 'storage'
>

const defaultPace: EngineLimits = {
  concurrentSubmits: 4,
  submitsPerSecond: 8,
  concurrentUploads: 4,
  concurrentBatchRows: 16,
  concurrentDownloads: 3,
  concurrentQueries: 16,
  queriesPerSecond: 10
}

/** Creates a studio's engine, and publishes the engine's events. Doesn't start the engine. */
export function createStudioEngine(parts: EngineDependencies): Engine {
  const { clock, connections, http, journal, listeners, options, timeScale } = parts
  return createEngine({
    journal,
    clientOf: (connectionId) => connections.open.get(connectionId)?.client ?? null,
    capabilityOf: (capability, connectionId) => capabilityOf(connections, capability, connectionId),
    uploadInputs: createInputUploader({ memory: journal, digestFile, transferFile: createFileUploader({ http }), now: clock.now }),
    keeper: createStudioResultWriter(parts),
    clock,
    timeScale,
    limits: { ...defaultPace, ...options.limits },
    keyAfter: nextIdempotencyKey,
    random: Math.random,
    onTask: (record) => {
      parts.library.onTaskChanged(record, savedResultsOf(record))
      if (listeners.size > 0) publishStudioEvent(listeners, { kind: 'task', task: taskForUser(parts, record) })
    },
    onBatch: (batch) => publishStudioEvent(listeners, { kind: 'batch', batch }),
    onProgress: (id, progress) => publishStudioEvent(listeners, { kind: 'progress', id, progress }),
    onAccount: (connectionId) => {
      if (connectionId === connections.activeId && listeners.size > 0)
        publishStudioEvent(listeners, { kind: 'account', account: accountView(parts) })
    },
    onAccountProven: (connectionId) => {
      const connection = connections.open.get(connectionId)
      if (connection !== undefined) rememberKeyOf(parts, connection)
    },
    onDefect: reportDefect,
    isSendingPaused: () => options.isSendingPaused?.() ?? false,
    priceConfirmation: (record) => priceConfirmationOf(parts, record),
    limitConfirmation: (record) => limitConfirmationOf(parts, record),
    queryWithoutCapability: (connectionId, taskId, signal) => {
      const connection = connections.open.get(connectionId)
      const fault = newFault('query', 'not-sent', { message: 'no-connection' })
      return connection === undefined ? Promise.resolve({ ok: false, fault }) : connection.tools.queryTask({ taskId, signal })
    },
    readContract: (connectionId) => {
      const { reconciler } = parts
      const connection = connections.open.get(connectionId)
      if (connection !== undefined) void readContract(parts, connection)
      // The network is often not ready right after wake-up. If the last reconciliation couldn't reach the service, it runs again now.
      if (connectionId === connections.activeId && (reconciler.report()?.unread ?? null) !== null) void reconciler.reconcile()
    },
    onCapabilitiesMoved: (connectionId) => {
      const connection = connections.open.get(connectionId)
      if (connection !== undefined) void refreshContract(parts, connection)
    }
  })
}

/** Creates the result writer. It reports each save in the library folder to the storage watch. */
function createStudioResultWriter(parts: WriterDependencies): ResultWriter {
  const { http, libraryFolders, options, state, storage } = parts
  const writer = createResultWriter({
    folder: () => state.libraryFolder,
    stateOfFolder: libraryFolders.stateOf,
    http,
    probeFile,
    nameRule: () => options.nameRule?.() ?? defaultNamePattern,
    // Request IDs are omitted, because their number grows. A result that is saved again after a crash must produce the same file.
    recipeFor: (place, kind) => (recipeSettings(parts).inside ? recipeForResult(parts, place, kind, []) : null)
  })
  return {
    ...writer,
    save: async (order) => {
      const noteOutcome = storage.startSaving()
      const outcome = await writer.save(order)
      if (writer.isInLibrary(order.stem)) noteOutcome(outcome)
      return outcome
    }
  }
}

import { outputIndexOf } from '../../../shared/library/item-id.ts'
import type { Fault } from '../../../shared/task/fault.ts'
import { acceptsIncompleteFile, savedOutputsOf } from '../machine/collecting.ts'
import type { SavedResult, TaskOutput, TaskRecord } from '../machine/task-record.ts'
import type { ResultWriter } from '../ports.ts'
import type { EngineLifecycle } from './engine-lifecycle.ts'
import type { JournalWriter } from './journal-writer.ts'
import { type OutputPathDependencies, reserveStem } from './output-paths.ts'
import type { EnginePorts } from './ports.ts'
import { reportProgress } from './prepare-body.ts'
import type { TaskDispatcher } from './task-dispatcher.ts'
import type { TaskLanes } from './task-lanes.ts'
import { outputOf } from './task-memory.ts'

export type CollectDependencies = OutputPathDependencies & {
  readonly ports: Pick<EnginePorts, 'capabilityOf' | 'onProgress'>
  readonly lifecycle: Readonly<Pick<EngineLifecycle, 'isClosed' | 'closing'>>
  readonly journal: Pick<JournalWriter, 'writeRememberedUnlessRefused'>
  readonly lanes: Pick<TaskLanes, 'planAfterJournalRetry'>
  readonly tasks: Pick<TaskDispatcher, 'dispatch'>
}

type SaveOutcome = Awaited<ReturnType<ResultWriter['save']>>

/** Downloads one output of a task and saves it in the library. */
export async function collectOutput(
  start: TaskRecord,
  releaseSlot: () => void,
  itemId: string,
  dependencies: CollectDependencies
): Promise<void> {
  const { ports, lifecycle, memory, journal, lanes, tasks } = dependencies
  const index = outputIndexOf(itemId)
  const output = outputOf(itemId, memory)
  if (start.state.phase !== 'collecting' || output === undefined) return
  try {
    journal.writeRememberedUnlessRefused()
  } catch {
    // A file's path must be in the journal before the file exists. Otherwise the file's task would be unknown if Kiln was killed.
    lanes.planAfterJournalRetry('collect', itemId)
    return
  }
  const stop = new AbortController()
  memory.downloadsUnderWay.set(itemId, stop)
  const outcome = await saveOutput({ start, itemId, output, releaseSlot, stop }, dependencies).finally(() =>
    memory.downloadsUnderWay.delete(itemId)
  )
  if (lifecycle.isClosed) return
  const isRefused = !outcome.ok && outcome.duplicateSha256 === undefined && outcome.fault.kind === 'refusal'
  if (isRefused) memory.refusedAddresses.add(itemId)
  else memory.refusedAddresses.delete(itemId)
  if (outcome.ok) {
    const { downloadSha256, isTorn, ...file } = outcome.file
    const result: SavedResult = { id: itemId, index, ...file, savedAt: ports.clock.now() }
    tasks.dispatch(start.id, { kind: 'kept', index, result, downloadSha256, isTorn })
  } else if (stop.signal.aborted) await ports.keeper.discardPart(output.stem, { record: start, index })
  else if (outcome.duplicateSha256 !== undefined) tasks.dispatch(start.id, { kind: 'twin-found', index, sha256: outcome.duplicateSha256 })
  else if (isStranded(outcome.fault, output.stem, dependencies)) {
    const stem = await reserveStem(start, index, start.state.outputs.length, dependencies)
    tasks.dispatch(start.id, { kind: 'moved', index, stem })
    await ports.keeper.discardPart(output.stem, { record: start, index })
  } else tasks.dispatch(start.id, { kind: 'keep-failed', index, fault: outcome.fault })
}

function saveOutput(
  {
    start,
    itemId,
    output,
    releaseSlot,
    stop
  }: {
    readonly start: TaskRecord
    readonly itemId: string
    readonly output: TaskOutput
    readonly releaseSlot: () => void
    readonly stop: AbortController
  },
  { ports, lifecycle, memory }: CollectDependencies
): Promise<SaveOutcome> {
  return ports.keeper.save({
    url: output.url,
    stem: output.stem,
    expectedMedium: ports.capabilityOf(start.capability, start.connectionId)?.output ?? 'image',
    of: { record: start, index: outputIndexOf(itemId) },
    siblings: output.isAddressCertain ? [] : savedOutputsOf(start).flatMap(({ downloadSha256 }) => downloadSha256 ?? []),
    acceptsIncomplete: acceptsIncompleteFile(output),
    onProgress: (now) => reportProgress(start.id, now, { ports, memory }),
    onSlow: releaseSlot,
    signal: AbortSignal.any([stop.signal, lifecycle.closing.signal])
  })
}

/** True if a path's folder isn't usable and isn't in the current library. */
function isStranded({ localReason }: Fault, stem: string, { ports }: Pick<CollectDependencies, 'ports'>): boolean {
  const isOfPlace = localReason === 'folder-missing' || localReason === 'folder-not-writable' || localReason === 'disk-full'
  return isOfPlace && !ports.keeper.isInLibrary(stem)
}

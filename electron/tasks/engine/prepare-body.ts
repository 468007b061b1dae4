import { requestBodyOf, unwrapRequestBody } from '../../../shared/form/fields.ts'
import type { MediaReference } from '../../../shared/form/values.ts'
import { newFault } from '../../../shared/task/fault.ts'
import type { TransferProgress } from '../../../shared/task/task.ts'
import type { TaskRecord } from '../machine/task-record.ts'
import type { ServiceClient } from '../ports.ts'
import type { EngineLifecycle } from './engine-lifecycle.ts'
import type { EnginePorts } from './ports.ts'
import type { TaskDispatcher } from './task-dispatcher.ts'
import type { TaskLanes } from './task-lanes.ts'
import type { TaskMemory } from './task-memory.ts'

/** After this time, a task's pending uploads release their slot and continue. */
const slotOfUploadInMs = 10_000

export type PrepareBodyDependencies = {
  readonly ports: Pick<EnginePorts, 'capabilityOf' | 'clientOf' | 'clock' | 'onProgress' | 'uploadInputs'>
  readonly lifecycle: Readonly<Pick<EngineLifecycle, 'isClosing' | 'closing'>>
  readonly memory: TaskMemory
  readonly lanes: Pick<TaskLanes, 'plan'>
  readonly tasks: Pick<TaskDispatcher, 'dispatch'>
}

/** Uploads local files and returns the final request body as JSON. Null if the task failed or must wait. */
export async function prepareBody(
  start: TaskRecord,
  releaseSlot: () => void,
  dependencies: PrepareBodyDependencies
): Promise<string | null> {
  const { ports, lanes, tasks } = dependencies
  const { id } = start
  const client = ports.clientOf(start.connectionId)
  if (client === null) {
    lanes.plan(start)
    return null
  }
  const capability = ports.capabilityOf(start.capability, start.connectionId)
  if (capability === null) {
    if (start.state.phase === 'queued') tasks.dispatch(id, { kind: 'upload-began' })
    tasks.dispatch(id, { kind: 'upload-failed', fault: newFault('submit', 'refusal', { errorType: 'CAPABILITY_NOT_ENABLED' }) })
    return null
  }
  const urls = start.inputs.length > 0 ? await uploadInputsOf(start, client, releaseSlot, dependencies) : []
  if (urls === null) return null
  const urlOf = (reference: MediaReference, field: string): string => {
    const place = start.inputs.findIndex((input) => input.field === field && isSameReference(input.reference, reference))
    const url = urls[place]
    if (url === undefined) throw new Error(`Field ${field} has a file that wasn’t uploaded.`)
    return url
  }
  return JSON.stringify(unwrapRequestBody(capability, requestBodyOf(capability, start.values, urlOf)))
}

/** Uploads a task's files and returns the URL of each input, in order. Null if an upload failed. */
async function uploadInputsOf(
  start: TaskRecord,
  client: ServiceClient,
  releaseSlot: () => void,
  { ports, lifecycle, memory, tasks }: PrepareBodyDependencies
): Promise<readonly string[] | null> {
  const { id } = start
  tasks.dispatch(id, { kind: 'upload-began' })
  const stop = new AbortController()
  memory.uploadsUnderWay.set(id, stop)
  const stopWaiting = ports.clock.setTimer(slotOfUploadInMs, releaseSlot)
  const uploaded = await ports.uploadInputs({
    connectionId: start.connectionId,
    capability: start.capability,
    inputs: start.inputs,
    client,
    onProgress: (now) => reportProgress(id, now, { ports, memory }),
    signal: AbortSignal.any([stop.signal, lifecycle.closing.signal])
  })
  stopWaiting()
  memory.uploadsUnderWay.delete(id)
  if (uploaded.ok) return uploaded.urls
  const { fault, refused } = uploaded
  if (lifecycle.isClosing) return null
  if (refused === null) tasks.dispatch(id, { kind: 'upload-failed', fault }, client)
  else tasks.dispatch(id, { kind: 'upload-refused', fault, upload: refused })
  return null
}

export function reportProgress(
  id: string,
  now: TransferProgress,
  { ports, memory }: { readonly ports: Pick<EnginePorts, 'onProgress'>; readonly memory: TaskMemory }
): void {
  memory.progress.set(id, now)
  ports.onProgress(id, now)
}

function isSameReference(one: MediaReference, other: MediaReference): boolean {
  if ('file' in one) return 'file' in other && one.file === other.file
  return 'item' in one && 'item' in other && one.item === other.item
}

import type { ServiceTask } from './ledger-store.ts'
import type { CapabilityDefinition } from './capabilities/definition.ts'

/** Returns a task's inputs that contain a reference face, in body order. A face selection's `referenceIndex` is an index into this list. */
export function referenceInputs(definition: CapabilityDefinition, task: ServiceTask): ServiceTask['inputs'] {
  const references = definition.asksIn?.references
  return references === undefined ? [] : task.inputs.filter(({ field }) => field.split('[')[0] === references)
}

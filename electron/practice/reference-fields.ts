import type { ServiceTask } from './ledger-store.ts'
import type { CapabilityDefinition } from './capabilities/definition.ts'

/** Inputs of a task with a reference face, in body order: `referenceIndex` is their zero-based index. */
export function referenceInputs(definition: CapabilityDefinition, task: ServiceTask): ServiceTask['inputs'] {
  const references = definition.asksIn?.references
  return references === undefined ? [] : task.inputs.filter(({ field }) => field.split('[')[0] === references)
}

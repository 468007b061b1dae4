import type { TaskRecord } from './books.ts'
import type { CapabilityDefinition } from './capabilities/definition.ts'

/** Inputs of a task that hold a reference face, in the order of the body: `referenceIndex` counts them from nought. */
export function referenceFields(definition: CapabilityDefinition, task: TaskRecord): TaskRecord['inputs'] {
  const references = definition.asksIn?.references
  return references === undefined ? [] : task.inputs.filter(({ field }) => field.split('[')[0] === references)
}

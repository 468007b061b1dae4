import { typesOf } from '../../../shared/fields/schema-reading.ts'
import type { JsonSchema } from '../../../shared/json-schema.ts'
import type { Arguments } from '../../../shared/tool-arguments.ts'
import { planArguments, planTaskArguments, taskIdPart } from '../../../shared/tool-arguments.ts'

/**
 * The arguments of `get_task_result`, following its own schema, which the spec doesn't show (section 4). An unknown required value is
 * omitted: the call changes nothing, and the service reports the missing value.
 */
export function taskResultArguments(schema: JsonSchema, task: { readonly taskId: string; readonly capability: string | null }): Arguments {
  const known = { ...task, idempotencyKey: null }
  const plan = planTaskArguments<null>(schema, known, () => null)
  if (plan.concepts.has('task')) return plan.write(null)
  // If the tool requires only one text, it has to be the identifier, whatever its name.
  const [only, ...others] = plan.missing
  if (only !== undefined && others.length === 0) {
    const guess = planTaskArguments<null>(schema, known, (property) =>
      taskIdPart(property, ({ trail }) => typesOf(property.schema).includes('string') && trail.join() === only.join(), task.taskId)
    )
    if (guess.concepts.has('task')) return guess.write(null)
  }
  // `taskId` is the spec's own name (section 2.1).
  return schema.additionalProperties === false ? plan.write(null) : { ...plan.write(null), taskId: task.taskId }
}

/** The arguments of a tool that lists things: only what its schema requires and gives a value for. */
export function listArguments(schema: JsonSchema): Arguments {
  return planArguments<null>(schema, () => null).write(null)
}

import { typesOf } from '../../../shared/form/fields/schema-reading.ts'
import type { JsonSchema } from '../../../shared/form/json-schema.ts'
import type { ToolArguments } from '../../../shared/form/tool-arguments.ts'
import { planToolArguments, planTaskArguments, taskIdArgumentPart } from '../../../shared/form/tool-arguments.ts'

/**
 * Returns the arguments for `get_task_result`. The spec doesn't define them (section 4), so they follow the tool's own schema. Unknown
 * required values are omitted. That is safe because the call changes nothing, and the service then reports the missing values.
 */
export function taskResultArguments(
  schema: JsonSchema,
  task: { readonly taskId: string; readonly capability: string | null }
): ToolArguments {
  const known = { ...task, idempotencyKey: null }
  const plan = planTaskArguments<null>(schema, known, () => null)
  if (plan.concepts.has('task')) return plan.write(null)
  // A single required string has to be the task ID, whatever its name.
  const [only, ...others] = plan.missing
  if (only !== undefined && others.length === 0) {
    const guess = planTaskArguments<null>(schema, known, (property) =>
      taskIdArgumentPart(property, ({ trail }) => typesOf(property.schema).includes('string') && trail.join() === only.join(), task.taskId)
    )
    if (guess.concepts.has('task')) return guess.write(null)
  }
  // `taskId` is the spec's own name (section 2.1).
  return schema.additionalProperties === false ? plan.write(null) : { ...plan.write(null), taskId: task.taskId }
}

/** Returns the arguments for a listing tool: only required properties whose value the schema itself defines. */
export function listToolArguments(schema: JsonSchema): ToolArguments {
  return planToolArguments<null>(schema, () => null).write(null)
}

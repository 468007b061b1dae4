import { propertyOf, typesOf } from '../../../shared/fields/schema-reading.ts'
import type { JsonSchema } from '../../../shared/json-schema.ts'
import type { ArgumentPlan, Arguments, ToolProperty, Part } from '../../../shared/tool-arguments.ts'
import { isObjectWithProperties, planArguments, plainName } from '../../../shared/tool-arguments.ts'

type Estimate = { readonly capability: string; readonly model: string | null; readonly body: Arguments }

const modelName = /^(?:model|models?(?:id|name|slug)|modelidentifier)$/
const capabilityName = /^(?:capability|capability(?:id|name|slug)|tool|slug|id|name|endpoint)$/
const bodyName = /^(?:parameters?|params|inputs?|values?|arguments?|args|options|body|payload|request|submission|settings)$/

/** True if the tool requires a model name, which `list_models` returns. */
export function asksForModel(schema: JsonSchema): boolean {
  return planEstimate(schema, { capability: '', model: null, body: {} }).concepts.has('model')
}

/**
 * The arguments of `estimate_model_credits`, following the tool's own schema. The spec doesn't show them (section 4). Null if the schema
 * requires a value that Kiln can't fill. Nothing is sent then.
 */
export function estimateArguments(schema: JsonSchema, estimate: Estimate): Arguments | null {
  const { capability, body } = estimate
  const isOpen = !isObjectWithProperties(schema) && schema.additionalProperties !== false
  if (isOpen) return { capability, parameters: body }
  const plan = planEstimate(schema, estimate)
  return plan.missing.length === 0 && plan.concepts.has('subject') ? plan.write(null) : null
}

/**
 * Treats an object with a name such as `parameters` as the submission's fields. The exception is an object that alone can hold the model or
 * capability.
 */
function planEstimate(schema: JsonSchema, estimate: Estimate): ArgumentPlan<null> {
  const plan = planArguments<null>(
    schema,
    (property) => subjectPart(property, estimate) ?? bodyPart(property, estimate) ?? fieldPart(property, estimate)
  )
  if (plan.concepts.has('subject')) return plan
  return planArguments<null>(schema, (property) => {
    const holdsOthers = property.trail.length === 1 && isObjectWithProperties(property.schema)
    return subjectPart(property, estimate) ?? (holdsOthers ? null : bodyPart(property, estimate)) ?? fieldPart(property, estimate)
  })
}

function subjectPart({ trail }: ToolProperty, { capability, model }: Estimate): Part<null> | null {
  const name = plainName(trail.at(-1))
  if (modelName.test(name)) return { concepts: ['subject', 'model'], write: () => model ?? capability }
  return capabilityName.test(name) ? { concepts: ['subject', 'capability'], write: () => capability } : null
}

/**
 * The fields of the submission, as JSON text if the schema expects a string. If the schema allows only the fields that it names, the others
 * are omitted.
 */
function bodyPart({ trail, schema }: ToolProperty, { body }: Estimate): Part<null> | null {
  if (!bodyName.test(plainName(trail.at(-1)))) return null
  if (typesOf(schema).includes('string')) return { concepts: ['body'], write: () => JSON.stringify(body) }
  const allowed =
    schema.additionalProperties === false ? Object.entries(body).filter(([name]) => propertyOf(schema, name) !== undefined) : null
  return { concepts: ['body'], write: () => (allowed === null ? body : Object.fromEntries(allowed)) }
}

/** A field of the submission. Some tools accept these fields beside the capability. */
function fieldPart({ trail }: ToolProperty, { body }: Estimate): Part<null> | null {
  const name = trail.at(-1) ?? ''
  return Object.hasOwn(body, name) ? { concepts: [`field ${name}`], write: () => body[name] } : null
}

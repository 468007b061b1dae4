import { ownPropertySchema, typesOf } from '../../../shared/form/fields/schema-reading.ts'
import type { JsonSchema } from '../../../shared/form/json-schema.ts'
import type { ArgumentPlan, ToolArguments, ToolProperty, ArgumentPart } from '../../../shared/form/tool-arguments.ts'
import { isObjectWithProperties, planToolArguments, normalizePropertyName } from '../../../shared/form/tool-arguments.ts'

type Estimate = { readonly capability: string; readonly model: string | null; readonly body: ToolArguments }

const modelName = /^(?:model|models?(?:id|name|slug)|modelidentifier)$/
const capabilityName = /^(?:capability|capability(?:id|name|slug)|tool|slug|id|name|endpoint)$/
const bodyName = /^(?:parameters?|params|inputs?|values?|arguments?|args|options|body|payload|request|submission|settings)$/

/** True if the tool has a parameter for the model name. `list_models` returns these names. */
export function hasModelParameter(schema: JsonSchema): boolean {
  return planEstimate(schema, { capability: '', model: null, body: {} }).concepts.has('model')
}

/**
 * Returns the arguments for `estimate_model_credits`. The spec doesn't define them (section 4), so they follow the tool's own schema. Null
 * if Kiln can't fill a required value, or if no parameter names the model or capability. In both cases, the tool must not be called.
 */
export function estimateArguments(schema: JsonSchema, estimate: Estimate): ToolArguments | null {
  const { capability, body } = estimate
  const isOpen = !isObjectWithProperties(schema) && schema.additionalProperties !== false
  if (isOpen) return { capability, parameters: body }
  const plan = planEstimate(schema, estimate)
  return plan.missing.length === 0 && plan.concepts.has('subject') ? plan.write(null) : null
}

/**
 * Plans the tool's arguments. An object with a name such as `parameters` receives the submission's fields. If the arguments then lack the
 * model or capability, top-level objects are filled property by property instead.
 */
function planEstimate(schema: JsonSchema, estimate: Estimate): ArgumentPlan<null> {
  const plan = planToolArguments<null>(
    schema,
    (property) => subjectPart(property, estimate) ?? bodyPart(property, estimate) ?? fieldPart(property, estimate)
  )
  if (plan.concepts.has('subject')) return plan
  return planToolArguments<null>(schema, (property) => {
    const holdsOthers = property.trail.length === 1 && isObjectWithProperties(property.schema)
    return subjectPart(property, estimate) ?? (holdsOthers ? null : bodyPart(property, estimate)) ?? fieldPart(property, estimate)
  })
}

function subjectPart({ trail }: ToolProperty, { capability, model }: Estimate): ArgumentPart<null> | null {
  const name = normalizePropertyName(trail.at(-1))
  if (modelName.test(name)) return { concepts: ['subject', 'model'], write: () => model ?? capability }
  return capabilityName.test(name) ? { concepts: ['subject', 'capability'], write: () => capability } : null
}

/**
 * Fills in all of the submission's fields, as JSON text if the schema expects a string. Fields that the schema doesn't allow are omitted.
 * Null if the property isn't named like a request body.
 */
function bodyPart({ trail, schema }: ToolProperty, { body }: Estimate): ArgumentPart<null> | null {
  if (!bodyName.test(normalizePropertyName(trail.at(-1)))) return null
  if (typesOf(schema).includes('string')) return { concepts: ['body'], write: () => JSON.stringify(body) }
  const allowed =
    schema.additionalProperties === false ? Object.entries(body).filter(([name]) => ownPropertySchema(schema, name) !== undefined) : null
  return { concepts: ['body'], write: () => (allowed === null ? body : Object.fromEntries(allowed)) }
}

/**
 * Fills in one field of the submission. Some tools accept the fields at the same level as the capability. Null if no field has the
 * property's name.
 */
function fieldPart({ trail }: ToolProperty, { body }: Estimate): ArgumentPart<null> | null {
  const name = trail.at(-1) ?? ''
  return Object.hasOwn(body, name) ? { concepts: [`field ${name}`], write: () => body[name] } : null
}

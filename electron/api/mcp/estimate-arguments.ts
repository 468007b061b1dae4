import type { JsonSchema } from '../../../shared/json-schema.ts'
import { isRequiredIn, propertiesOf, typesOf } from '../../../shared/fields/schema-reading.ts'

type Body = { readonly [name: string]: unknown }

const modelName = /^(?:model|models?_?(?:id|name|slug)|modelIdentifier)$/i
const capabilityName = /^(?:capability|capability_?(?:id|name|slug)|tool|slug|id|name|endpoint)$/i
const bodyName = /^(?:parameters?|params|inputs?|values?|arguments?|args|options|body|payload|request|submission|settings)$/i

/** Whether the tool wants the name of a model, which `list_models` knows. */
export function asksForModel(schema: JsonSchema): boolean {
  return propertiesOf(schema).some(([name]) => modelName.test(name))
}

/**
 * The arguments of `estimate_model_credits`, as the tool's own schema asks for them; the spec shows none (section 4). Null: the schema
 * asks for something that nobody here can fill, and so nothing is sent.
 */
export function estimateArguments(
  schema: JsonSchema,
  wish: { readonly capability: string; readonly model: string | null; readonly body: Body }
): Body | null {
  const filled: { [name: string]: unknown } = {}
  const properties = propertiesOf(schema)
  for (const [name, property] of properties) {
    if (modelName.test(name)) filled[name] = wish.model ?? wish.capability
    else if (bodyName.test(name)) filled[name] = typesOf(property).includes('string') ? JSON.stringify(wish.body) : wish.body
    else if (capabilityName.test(name)) filled[name] = wish.capability
    // A tool that takes the fields of the submission beside the capability.
    else if (Object.hasOwn(wish.body, name)) filled[name] = wish.body[name]
    else if (isRequiredIn(schema, name) && property.default === undefined) return null
  }
  if (properties.length === 0) return { capability: wish.capability, parameters: wish.body }
  const isAddressed = Object.keys(filled).some((name) => modelName.test(name) || capabilityName.test(name))
  return isAddressed ? filled : null
}

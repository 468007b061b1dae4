import type { CapabilityDefinition } from './capabilities/definition.ts'
import { bodyFieldNames } from './media-rules.ts'

/** Returns a capability's entry in the response to `GET /api/v1/capabilities`. */
export function catalogEntry(definition: CapabilityDefinition): { readonly [name: string]: unknown } {
  return {
    capability: definition.id,
    title: definition.title,
    description: definition.purpose,
    category: definition.category,
    output: definition.output,
    modes: definition.modes.map((mode) => ({ id: mode.id, title: mode.title, selectedBy: mode.when })),
    inputFields: bodyFieldNames(definition.inputSchema),
    resultField: definition.resultField,
    pricing: definition.pricing,
    usageDeferred: definition.usage === 'deferred',
    submitPath: `/api/v1/${definition.id}/submit`,
    queryPath: `/api/v1/${definition.id}/query`
  }
}

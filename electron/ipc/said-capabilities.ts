import type { Capability } from '../../shared/capability.ts'
import { floorCapabilities } from '../../shared/floor-capabilities.ts'
import type { JsonSchema } from '../../shared/json-schema.ts'
import type { Language } from '../../shared/words/languages.ts'
import { languageInForce, say } from '../../shared/words/say.ts'

const floors = new Map(floorCapabilities.map((capability) => [capability.id, capability]))
const said = new WeakMap<readonly Capability[], { readonly language: Language; readonly capabilities: readonly Capability[] }>()

/**
 * Capabilities as a person reads them: texts that come from Kiln's own floor are said in the language in force, those of the service stay as it said
 * them. The same list for the same list, as long as the language stays.
 */
export function saidCapabilities(capabilities: readonly Capability[]): readonly Capability[] {
  const language = languageInForce()
  if (language === 'en') return capabilities
  const known = said.get(capabilities)
  if (known?.language === language) return known.capabilities
  const now = capabilities.map((capability) => saidCapability(capability, floors.get(capability.id)))
  said.set(capabilities, { language, capabilities: now })
  return now
}

function saidCapability(capability: Capability, floor: Capability | undefined): Capability {
  if (floor === undefined) return capability
  return {
    ...capability,
    title: ownText(capability.title, floor.title),
    purpose: ownText(capability.purpose, floor.purpose),
    inputSchema: saidFields(capability.inputSchema, floor.inputSchema)
  }
}

/** The floor describes fields, and nothing within them. */
function saidFields(schema: JsonSchema, floor: JsonSchema): JsonSchema {
  if (schema.properties === undefined) return schema
  const properties = Object.entries(schema.properties).map(([name, property]) => [name, saidField(property, floor.properties?.[name])])
  return { ...schema, properties: Object.fromEntries(properties) as NonNullable<JsonSchema['properties']> }
}

function saidField(property: JsonSchema, floor: JsonSchema | undefined): JsonSchema {
  if (floor === undefined) return property
  const { title, description, 'x-enum-labels': labels } = property
  const ownLabels = floor['x-enum-labels'] ?? {}
  return {
    ...property,
    ...(title !== undefined && { title: ownText(title, floor.title) }),
    ...(description !== undefined && { description: ownText(description, floor.description) }),
    ...(labels !== undefined && {
      'x-enum-labels': Object.fromEntries(Object.entries(labels).map(([value, label]) => [value, ownText(label, ownLabels[value])]))
    })
  }
}

function ownText(text: string, own: string | undefined): string {
  return text === own ? say(text) : text
}

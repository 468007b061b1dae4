import { deployedCapabilities } from '../../electron/practice/capabilities/deployed-capabilities.ts'
import type { CapabilityDefinition } from '../../electron/practice/capabilities/definition.ts'
import { catalogEntry } from '../../electron/practice/catalog.ts'
import { openapiDocument } from '../../electron/practice/openapi-document.ts'

const glazes = ['Celadon', 'Cobalt', 'Tenmoku', 'Shino', 'Raku', 'Ash', 'Copper', 'Iron', 'Rutile', 'Salt']
const makers = ['Studio', 'Workshop', 'House', 'Guild', 'School', 'Foundry', 'Lab', 'Works', 'Collective', 'Atelier']

/** Returns a hundred variants of each of the practice service's 63 capabilities. All 6,300 have a unique name, identifier and purpose. */
function manyDefinitions(): readonly CapabilityDefinition[] {
  return makers.flatMap((maker) =>
    glazes.flatMap((glaze) =>
      [...deployedCapabilities.values()].map((definition) => ({
        ...definition,
        id: `${definition.id}-${glaze}-${maker}`.toLowerCase(),
        title: `${definition.title} ${glaze} ${maker}`,
        purpose: `${definition.purpose} As the ${maker.toLowerCase()} of ${glaze.toLowerCase()} does it.`
      }))
    )
  )
}

/** Returns the catalogue and OpenAPI document of a service with 6,300 capabilities, as JSON text. */
export function largeCatalogueDocuments(): { readonly catalog: string; readonly openapi: string } {
  const definitions = manyDefinitions()
  return {
    catalog: JSON.stringify({ success: true, capabilities: definitions.map(catalogEntry) }),
    openapi: JSON.stringify(openapiDocument(definitions, 'http://127.0.0.1:1'))
  }
}

import { joinCapabilities, readCatalog, readOpenapi } from '../../../electron/contract/discovery.ts'
import { deployedCapabilities } from '../../../electron/practice/capabilities/deployed-capabilities.ts'
import { catalogEntry } from '../../../electron/practice/catalog.ts'
import { openapiDocument } from '../../../electron/practice/openapi-document.ts'
import type { Capability } from '../../../shared/form/capability.ts'

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** The 63 capabilities that the app reads from the practice service. */
export const practiceCapabilities: readonly Capability[] = joinCapabilities({
  catalog: readCatalog(json({ capabilities: [...deployedCapabilities.values()].map(catalogEntry) })),
  openapi: readOpenapi(json(openapiDocument(deployedCapabilities.values(), 'http://127.0.0.1:1')))
})

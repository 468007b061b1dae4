/** Public entry point: the service's capabilities, read from its documents. */
export { createDiscovery } from './create-discovery.ts'
export type { Discovery } from './create-discovery.ts'
export { describeContractChanges } from './describe-contract-changes.ts'
export { joinCapabilities } from './join-capabilities.ts'
export { readCatalog } from './read-catalog.ts'
export { readOpenapi } from './read-openapi.ts'

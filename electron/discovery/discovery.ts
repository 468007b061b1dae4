/** Public entry point: the service's capabilities, read from its documents. */
export { createDiscovery } from './create-discovery.ts'
export type { Discovery } from './create-discovery.ts'
export { describeChange } from './describe-change.ts'
export { joinCapabilities } from './join-capabilities.ts'
export { readCatalog } from './read-catalog.ts'
export { readOpenapi } from './read-openapi.ts'

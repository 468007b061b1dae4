import { Validator } from '@seriousme/openapi-schema-validator'
import { joinCapabilities, readCatalog, readOpenapi } from '../../electron/contract/discovery.ts'
import { createSearchIndexBuilder } from '../../renderer/gallery/search/search-index.ts'
import { largeCatalogueDocuments } from './large-catalogue.ts'

/*
 * One side of the contract benchmark, in its own process. `ours` parses, joins and indexes the document for search. `peer` parses and
 * validates the same document. Prints the milliseconds of each round except the first.
 */
const rounds = 5
const { catalog, openapi } = largeCatalogueDocuments()
const times: number[] = []
for (let round = 0; round <= rounds; round += 1) {
  const startedAt = performance.now()
  if (process.argv[2] === 'ours') {
    const capabilities = joinCapabilities({ catalog: readCatalog(JSON.parse(catalog)), openapi: readOpenapi(JSON.parse(openapi)) })
    const index = createSearchIndexBuilder(capabilities).whole()
    if (index.capabilities.length !== 6_300) throw new Error(`The index has ${index.capabilities.length} capabilities instead of 6,300.`)
  } else {
    const { valid } = await new Validator().validate(JSON.parse(openapi) as Record<string, unknown>)
    if (!valid) throw new Error('The document isn’t valid.')
  }
  if (round > 0) times.push(performance.now() - startedAt)
}
process.stdout.write(JSON.stringify(times))

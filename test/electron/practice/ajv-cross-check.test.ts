import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deployedCapabilities } from '../../../electron/practice/capabilities/deployed-capabilities.ts'
import { jsonSchemaErrors } from '../../../electron/practice/json-schema-errors.ts'
import { sendRequest, openTestService } from '../../practice-service/practice-client.ts'
import { invalidBodies, validValueArbitrary } from './schema-values.ts'

/** Number of request bodies per capability that both validators check. Half of these bodies are changed to break one rule. */
const bodiesPerCapability = 200

type Document = Record<string, unknown> & { readonly paths: Record<string, Record<string, unknown>> }

async function documentOfService(): Promise<Document> {
  const { body } = await sendRequest(await openTestService(), 'GET', '/api/v1/openapi.json')
  return body as unknown as Document
}

/** Returns all custom keywords in the document, because a strict validator must know them. */
function ownWordsIn(document: Document): string[] {
  const words = JSON.stringify(document).match(/(?<=")x-[a-z-]+(?=":)/g)
  return [...new Set(words)]
}

/**
 * Creates a validator for JSON Schema 2020-12 that rejects unknown keywords. `multipleOf` is checked to nine decimal places. A
 * `uri` must be an http or https URL that the service can request. This is narrower than the standard's `uri`.
 */
function judgeOf(document: Document): Ajv2020 {
  const ajv = new Ajv2020({ strictSchema: true, multipleOfPrecision: 9 })
  ajv.addVocabulary(ownWordsIn(document))
  ajv.addFormat('uri', (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
  // The document isn't a schema, but contains schemas. Its own keywords must therefore be allowed.
  ajv.addVocabulary(['openapi', 'info', 'servers', 'security', 'paths', 'components'])
  ajv.addSchema(document, 'contract')
  return ajv
}

const requestOf = (path: string): string =>
  `contract#/paths/${encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))}/post/requestBody/content/application~1json/schema`

describe('the practice service’s contract with other validators', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const document = await documentOfService()
    expect(document['openapi']).toMatch(/^3\.1\./)
    const { valid, errors } = await new Validator().validate(document)
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
  })

  it('has a request schema for every operation that a strict JSON Schema validator understands', async () => {
    const document = await documentOfService()
    const ajv = judgeOf(document)
    const posts = Object.entries(document.paths).flatMap(([path, item]) => (Object.hasOwn(item, 'post') ? [path] : []))
    expect(posts).toHaveLength(63 * 2 + 1)
    for (const path of posts) expect(ajv.getSchema(requestOf(path)), path).toBeTypeOf('function')
  })

  it('is validated by Kiln’s own validator like by Ajv, for every capability', async () => {
    const ajv = judgeOf(await documentOfService())
    let taken = 0
    let refused = 0
    for (const { id, inputSchema } of deployedCapabilities.values()) {
      const judge = ajv.getSchema(requestOf(`/api/v1/${id}/submit`))
      const agree = (body: unknown, told: string): void => {
        const isFit = jsonSchemaErrors(inputSchema, body).length === 0
        expect(judge?.(body), `${told} ${JSON.stringify(body)}`).toBe(isFit)
        if (isFit) taken += 1
        else refused += 1
      }
      fc.assert(
        fc.property(validValueArbitrary(inputSchema), fc.nat(), (body, turn) => {
          const ways = invalidBodies(inputSchema, body)
          const [rule, broken] = ways[turn % ways.length] ?? ['none', body]
          agree(body, `${id} as it is`)
          agree(broken, `${id} with ${rule} broken`)
        }),
        { numRuns: bodiesPerCapability / 2 }
      )
    }
    expect(taken + refused).toBe(63 * bodiesPerCapability)
    // Both accepted and rejected bodies occurred.
    expect(Math.min(taken, refused)).toBeGreaterThan(63 * 50)
  })
})

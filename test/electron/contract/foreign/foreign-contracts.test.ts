import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { joinCapabilities, readCatalog, readOpenapi } from '../../../../electron/contract/discovery.ts'
import { actionValues, resultActions } from '../../../../renderer/actions/result-actions.ts'
import type { Capability } from '../../../../shared/form/capability.ts'
import {
  checkValues,
  allFieldsOf,
  fieldNamed,
  fieldNameOf,
  fieldsOf,
  modesOf,
  requestBodyOf,
  unwrapRequestBody
} from '../../../../shared/form/fields.ts'
import { mediums } from '../../../../shared/form/json-schema.ts'
import type { Values } from '../../../../shared/form/values.ts'
import { matchingBody } from './matching-body.ts'
import type { ThirdPartyOpenApi, ThirdPartyOperation } from './third-party-open-api.ts'
import { withCapabilityPaths, bodySchemaOf, mergeCopies, resolveReference, operationsOf } from './third-party-open-api.ts'

/** Number of bodies generated per operation. Includes bodies that the document's own schema rejects, which the test skips. */
const bodiesPerOperation = 60

const readDocument = (file: string): ThirdPartyOpenApi => JSON.parse(readFileSync(file, 'utf8')) as ThirdPartyOpenApi
const own = ['payments', 'studio', 'repositories'].map((name) => path.join(import.meta.dirname, `${name}.json`))
const others = (process.env['KILN_FOREIGN_DOCUMENTS'] ?? '').split(path.delimiter).filter((file) => file !== '')
const documents = [...own, ...others].map((file) => [path.basename(file), readDocument(file)] as const)

function capabilitiesOf(document: ThirdPartyOpenApi): ReadonlyMap<string, Capability> {
  const openapi = readOpenapi(withCapabilityPaths(document))
  return new Map(joinCapabilities({ catalog: null, openapi }).map((capability) => [capability.id, capability]))
}

/** Returns the names of all top-level members that `schema` allows. Reads the document without the app's code. */
function topNamesOf(schema: unknown, document: ThirdPartyOpenApi, seen: readonly unknown[] = []): readonly string[] {
  const found = resolveReference(schema, document)
  if (typeof found !== 'object' || found === null || seen.includes(found)) return []
  const rules = found as { readonly [word: string]: unknown }
  const list = (word: string): readonly unknown[] => (Array.isArray(rules[word]) ? rules[word] : [])
  const dependent = Object.values(rules['dependentSchemas'] ?? {})
  const parts = [...list('allOf'), ...list('oneOf'), ...list('anyOf'), rules['then'], rules['else'], ...dependent]
  const names = Object.entries(rules['properties'] ?? {}).flatMap(([name, property]) => (property === false ? [] : [name]))
  return [...new Set([...names, ...parts.flatMap((part) => topNamesOf(part, document, [...seen, found]))])]
}

const namesShown = (capability: Capability, values: Values): readonly string[] =>
  modesOf(capability).length === 0
    ? fieldsOf(capability, values).map(({ name }) => name)
    : modesOf(capability).flatMap(({ sets, variant }) => [
        ...Object.keys(sets),
        ...fieldsOf(capability, { ...values, ...sets }, variant).map(({ name }) => name)
      ])

const isWhole = (capability: Capability): boolean => capability.inputSchema['x-whole-body'] !== undefined
const valuesOf = (capability: Capability, body: unknown): Values => (isWhole(capability) ? { body } : body) as Values

/** True if the value contains an empty list at any depth. A form treats empty lists as not filled in. */
function holdsGaps(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return (Array.isArray(value) && value.length === 0) || Object.values(value).some(holdsGaps)
}

/**
 * Returns the value as JSON. Renames keywords that Ajv may reject, so that Ajv ignores them. These are empty `enum` lists, and OpenAPI
 * 3.0's `nullable` and boolean exclusive limits. Published documents contain these mistakes.
 */
function lookedPast(json: unknown): string {
  return JSON.stringify(json).replaceAll(/"(?:enum":\[\]|nullable":(?:true|false)|exclusiveM(?:in|ax)imum":(?:true|false))/g, '"x-past":0')
}

/** Returns a function that compiles an operation's schema into a validator. Uses Ajv instead of the app's code. */
function judgesOf(document: ThirdPartyOpenApi): (operation: ThirdPartyOperation) => (body: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false, multipleOfPrecision: 9 })
  ajv.addSchema(JSON.parse(lookedPast(document)) as object, 'document')
  return (operation) => {
    const schema = lookedPast(bodySchemaOf(operation, document)).replaceAll('"#/', '"document#/')
    return ajv.compile(JSON.parse(schema) as object)
  }
}

describe.each(documents)('%s', (_name, document) => {
  const capabilities = capabilitiesOf(document)
  const operations = operationsOf(document)
  const judgeOf = judgesOf(document)

  it('is a valid OpenAPI 3.1 document without Kiln’s capabilities', async () => {
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true })
    expect(readOpenapi(document)).toBeNull()
    expect(readCatalog(document)).toBeNull()
  })

  it('is read completely', () => {
    expect([...capabilities.keys()].toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
  })

  it.each(operations.map((operation) => [operation.id, operation] as const))('has a form for each body of %s', (id, operation) => {
    const capability = capabilities.get(id)!
    const schema = bodySchemaOf(operation, document)
    const fits = judgeOf(operation)
    const reached = new Set([...allFieldsOf(capability).map(({ name }) => name), ...namesShown(capability, {})])
    let judged = 0
    for (let seed = 1; seed <= bodiesPerOperation; seed += 1) {
      const body = matchingBody(schema, document, seed)
      if (holdsGaps(body) || !fits(body)) continue
      judged += 1
      const values = valuesOf(capability, body)
      expect(
        checkValues(capability, values, () => null),
        JSON.stringify(body)
      ).toEqual([])
      const sent = unwrapRequestBody(
        capability,
        requestBodyOf(capability, values, () => 'https://storage.example/1')
      )
      expect(fits(sent), `${JSON.stringify(body)} is sent as ${JSON.stringify(sent)}`).toBe(true)
      for (const name of namesShown(capability, values)) reached.add(name)
    }
    expect(judged).toBeGreaterThan(5)
    expect(reached.size).toBeGreaterThan(0)
    for (const name of isWhole(capability) ? ['body'] : topNamesOf(schema, document)) {
      expect(fieldNamed(capability, name), name).not.toBeNull()
      expect([...reached], `${name} isn’t in any form`).toContain(fieldNameOf(capability, name))
    }
  })
})

describe.each(documents)('results as inputs of %s', (_name, document) => {
  const judgeOf = judgesOf(document)
  const operations = new Map(operationsOf(document).map((operation) => [operation.id, operation]))

  it('are sent in one press exactly if the document accepts a body with nothing else', () => {
    const capabilities = [...capabilitiesOf(document).values()]
    for (const medium of mediums) {
      for (const action of resultActions(capabilities, [{ id: 'r1', medium }], new Map())) {
        const { capability, isReady } = action
        const body = requestBodyOf(capability, actionValues(action, ['r1']), () => 'https://storage.example/1')
        expect(judgeOf(operations.get(capability.id)!)(unwrapRequestBody(capability, body)), capability.id).toBe(isReady)
      }
    }
  })
})

describe('a contract with hundreds of operations', () => {
  const document = mergeCopies(
    documents.slice(0, own.length).map(([, one]) => one),
    25
  )
  const operations = operationsOf(document)

  it('is read completely, with a form for each operation', () => {
    const capabilities = capabilitiesOf(document)
    expect(capabilities.size).toBe(operations.length)
    expect(capabilities.size).toBeGreaterThan(700)
    for (const capability of capabilities.values()) expect(allFieldsOf(capability).length, capability.id).toBeGreaterThan(0)
  })
})

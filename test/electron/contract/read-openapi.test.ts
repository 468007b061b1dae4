import { describe, expect, it } from 'vitest'
import { readOpenapi } from '../../../electron/contract/discovery.ts'

type Json = { readonly [name: string]: unknown }
const bodyOf = (schema: unknown, type = 'application/json'): Json => ({ content: { [type]: { schema } } })
const documentOf = (paths: Json, rest: Json = {}): Json => ({ openapi: '3.1.0', paths, ...rest })
const swapSchema = { type: 'object', properties: { targetImageUrl: { type: 'string', format: 'uri' } }, required: ['targetImageUrl'] }

function schemaReadFrom(schema: unknown, rest: Json = {}): unknown {
  return readOpenapi(documentOf({ '/api/v1/face-swap/submit': { post: { requestBody: bodyOf(schema) } } }, rest))?.[0]?.inputSchema
}

describe('the capabilities of an OpenAPI document', () => {
  it.each(['/api/v1/face-swap/submit', '/v1/face-swap/submit', '/face-swap/submit/', '/api/v1/face%2Dswap/submit'])(
    'are found by the path %s',
    (path) => {
      expect(readOpenapi(documentOf({ [path]: { post: { requestBody: bodyOf(swapSchema) } } }))).toMatchObject([
        { id: 'face-swap', inputSchema: swapSchema }
      ])
    }
  )

  it('are found behind a placeholder with an enum', () => {
    const post = { parameters: [{ name: 'capability', in: 'path', schema: { enum: ['face-swap', 'video-face-swap'] } }] }
    expect(readOpenapi(documentOf({ '/api/v1/{capability}/submit': { post } }))?.map((entry) => entry.id)).toEqual([
      'face-swap',
      'video-face-swap'
    ])
  })

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a list', []],
    ['no paths', { openapi: '3.1.0' }],
    ['paths without a submit', documentOf({ '/api/v1/tasks/recent': { get: {} }, '/submit': { post: {} } })],
    ['a submit that isn’t a POST', documentOf({ '/api/v1/face-swap/submit': { get: {} } })]
  ])('are not found in %s', (_what, json) => {
    expect(readOpenapi(json)).toBeNull()
  })

  it('have the operation’s texts, tags and extensions', () => {
    const post = {
      summary: 'Speech',
      description: 'Reads a text aloud.',
      tags: ['Audio'],
      'x-output': 'audio',
      'x-result-field': 'audioUrl',
      'x-pricing': { kind: 'flat', credits: 3 },
      requestBody: bodyOf({ type: 'object' })
    }
    expect(readOpenapi(documentOf({ '/api/v1/speech/submit': { post } }))).toEqual([
      {
        id: 'speech',
        title: null,
        summary: 'Speech',
        purpose: 'Reads a text aloud.',
        category: 'audio',
        output: 'audio',
        resultField: 'audioUrl',
        price: { kind: 'flat', credits: 3 },
        inputSchema: { type: 'object' }
      }
    ])
  })

  it('get their result field from the query response', () => {
    const answer = { type: 'object', properties: { success: { type: 'boolean' }, data: { $ref: '#/components/schemas/Data' } } }
    const document = documentOf(
      {
        '/api/v1/clip/submit': { post: { requestBody: bodyOf({ type: 'object' }) } },
        '/api/v1/clip/query': { post: { responses: { 200: bodyOf(answer) } } }
      },
      {
        components: {
          schemas: {
            Data: {
              type: 'object',
              properties: { status: { type: 'string' }, callbackUrl: { type: 'string' }, videoUrl: { type: 'string' } }
            }
          }
        }
      }
    )
    expect(readOpenapi(document)).toMatchObject([{ resultField: 'videoUrl', output: 'video' }])
  })

  it('get it behind a placeholder too', () => {
    const parameters = [{ name: 'capability', in: 'path', schema: { enum: ['clip'] } }]
    const answer = { type: 'object', properties: { data: { type: 'object', properties: { audioUrl: { type: 'string' } } } } }
    const document = documentOf({
      '/api/v1/files/{id}': { post: { responses: { 200: bodyOf({ type: 'object', properties: { modelUrl: { type: 'string' } } }) } } },
      '/api/v1/{capability}/submit': { post: { parameters } },
      '/api/v1/{capability}/query': { post: { responses: { 200: bodyOf(answer) } } }
    })
    expect(readOpenapi(document)).toMatchObject([{ id: 'clip', resultField: 'audioUrl', output: 'audio' }])
  })

  it('can share path items, bodies and schemas by reference', () => {
    const document = documentOf(
      { '/api/v1/face-swap/submit': { $ref: '#/components/pathItems/Swap' } },
      {
        components: {
          pathItems: { Swap: { post: { requestBody: { $ref: '#/components/requestBodies/Swap' } } } },
          requestBodies: { Swap: bodyOf({ $ref: '#/components/schemas/Swap' }, 'application/json; charset=utf-8') },
          schemas: { Swap: swapSchema }
        }
      }
    )
    expect(readOpenapi(document)).toMatchObject([{ id: 'face-swap', inputSchema: swapSchema }])
  })
})

describe('a resolved schema', () => {
  const components = {
    components: {
      schemas: {
        Url: { type: 'string', format: 'uri' },
        Base: { type: 'object', properties: { prompt: { type: 'string', maxLength: 900 } }, required: ['prompt'] },
        Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } },
        Filter: { oneOf: [{ type: 'string' }, { type: 'object', properties: { not: { $ref: '#/components/schemas/Filter' } } }] },
        'a/b ~c': { type: 'boolean' }
      }
    }
  }
  const field = (property: unknown): unknown =>
    (schemaReadFrom({ type: 'object', properties: { field: property } }, components) as { properties: Json }).properties['field']

  it.each<[string, unknown, unknown]>([
    ['a reference', { $ref: '#/components/schemas/Url' }, { type: 'string', format: 'uri' }],
    [
      'a reference with a title beside it',
      { $ref: '#/components/schemas/Url', title: 'Photo' },
      { type: 'string', format: 'uri', title: 'Photo' }
    ],
    ['an escaped reference', { $ref: '#/components/schemas/a~1b%20~0c' }, { type: 'boolean' }],
    ['a reference to a missing schema', { $ref: '#/components/schemas/Gone' }, {}],
    ['a reference out of the document', { $ref: 'https://evil.example/schema.json' }, {}],
    ['a reference to itself', { $ref: '#/components/schemas/Node' }, { type: 'object', properties: { next: {} } }],
    [
      'allOf',
      {
        allOf: [
          { type: 'string', minLength: 2, maxLength: 9 },
          { minLength: 1, maxLength: 5 }
        ]
      },
      { type: 'string', minLength: 2, maxLength: 5 }
    ],
    [
      'allOf with one reference and a title',
      { allOf: [{ $ref: '#/components/schemas/Url' }], title: 'Photo' },
      { type: 'string', format: 'uri', title: 'Photo' }
    ],
    ['nullable as in 3.0', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      'nullable as anyOf',
      { anyOf: [{ type: 'integer', minimum: 0 }, { type: 'null' }], title: 'Seed' },
      { type: ['integer', 'null'], minimum: 0, title: 'Seed' }
    ],
    [
      'null beside a choice of objects',
      { anyOf: [{ oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }, { type: 'null' }] },
      { oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }
    ],
    [
      'null beside a choice of strings and numbers',
      { anyOf: [{ oneOf: [{ type: 'string' }, { type: 'number' }] }, { type: 'null' }] },
      { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] }
    ],
    ['null beside a constant', { anyOf: [{ const: 'a' }, { type: 'null' }] }, { enum: ['a', null] }],
    [
      'an exclusive limit as in OpenAPI 3.0',
      { type: 'number', minimum: 0, exclusiveMinimum: true },
      { type: 'number', exclusiveMinimum: 0 }
    ],
    [
      'any string beside suggested strings',
      { anyOf: [{ type: 'string' }, { type: 'string', enum: ['a'], default: 'a' }] },
      { type: 'string', default: 'a' }
    ],
    [
      'a form that refers to itself',
      { $ref: '#/components/schemas/Filter' },
      { anyOf: [{ type: 'string' }, { type: 'object', properties: { not: {} } }] }
    ],
    ['a dynamic reference', { $dynamicRef: '#node' }, {}],
    ['a reference to an anchor', { $ref: '#anchor' }, {}],
    ['a schema that forbids everything', { type: 'array', items: false }, { type: 'array', items: { not: {} } }],
    ['a tuple', { prefixItems: [{ $ref: '#/components/schemas/Url' }] }, { prefixItems: [{ type: 'string', format: 'uri' }] }],
    ['a nullable list', { type: 'string', enum: ['a'], nullable: true }, { type: ['string', 'null'], enum: ['a', null] }],
    [
      'a choice of constants',
      {
        oneOf: [
          { const: 'a', title: 'First' },
          { const: 'b', title: 'Second' }
        ]
      },
      { enum: ['a', 'b'], 'x-enum-labels': { a: 'First', b: 'Second' } }
    ],
    [
      'a choice of lists',
      {
        anyOf: [
          { type: 'string', enum: ['a'] },
          { type: 'string', enum: ['b'] }
        ]
      },
      { type: 'string', enum: ['a', 'b'] }
    ],
    ['a choice of shapes', { oneOf: [{ type: 'string' }, { type: 'object' }] }, { oneOf: [{ type: 'string' }, { type: 'object' }] }]
  ])('%s', (_what, property, expected) => {
    expect(field(property)).toEqual(expected)
  })

  it('has the fields of all its parts', () => {
    const schema = {
      allOf: [
        { $ref: '#/components/schemas/Base' },
        { properties: { prompt: { maxLength: 800 }, seed: { type: 'integer' } }, required: ['seed'] }
      ]
    }
    expect(schemaReadFrom(schema, components)).toEqual({
      type: 'object',
      properties: { prompt: { type: 'string', maxLength: 800 }, seed: { type: 'integer' } },
      required: ['prompt', 'seed']
    })
  })

  it('contains the fields of every alternative, and keeps the choice for validation', () => {
    const oneOf = [
      { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      { type: 'object', properties: { audioUrl: { type: 'string' } }, required: ['audioUrl'] }
    ]
    expect(schemaReadFrom({ oneOf })).toEqual({
      type: 'object',
      properties: { text: { type: 'string' }, audioUrl: { type: 'string' } },
      oneOf
    })
  })

  it.each<[string, unknown]>([
    ['a list', { type: 'array', items: { type: 'string' } }],
    ['a string', { type: 'string' }],
    ['an object or a list', { oneOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { type: 'array' }] }]
  ])('is an object with one field if the body is %s', (_what, schema) => {
    expect(schemaReadFrom(schema)).toEqual({ type: 'object', properties: { body: schema }, required: ['body'], 'x-whole-body': 'body' })
  })

  it('shares one object between all references', () => {
    const post = { requestBody: bodyOf({ type: 'object', properties: { url: { $ref: '#/components/schemas/Url' } } }) }
    const entries = readOpenapi(documentOf({ '/a/submit': { post }, '/b/submit': { post } }, components)) ?? []
    const [one, other] = entries.map(({ inputSchema }) => inputSchema?.properties?.['url'])
    expect(one).toEqual({ type: 'string', format: 'uri' })
    expect(one).toBe(other)
  })

  it('is separate for a reference inside itself', () => {
    const schema = {
      type: 'object',
      properties: { tree: { $ref: '#/components/schemas/Node' }, leaf: { $ref: '#/components/schemas/Leaf' } }
    }
    const more = { Leaf: { type: 'object', properties: { of: { $ref: '#/components/schemas/Node' } } } }
    const node = { type: 'object', properties: { next: {} } }
    expect(schemaReadFrom(schema, { components: { schemas: { ...components.components.schemas, ...more } } })).toMatchObject({
      properties: { tree: node, leaf: { properties: { of: node } } }
    })
  })

  it.each([12, 20, 30])('is finite if the document refers to itself %i times', (levels) => {
    const schemas = Object.fromEntries(
      Array.from({ length: levels }, (_, level) => [
        `L${level}`,
        {
          type: 'object',
          properties: { a: { $ref: `#/components/schemas/L${level + 1}` }, b: { $ref: `#/components/schemas/L${level + 1}` } }
        }
      ])
    )
    expect(JSON.stringify(schemaReadFrom({ $ref: '#/components/schemas/L0' }, { components: { schemas } })).length).toBeLessThan(3_000_000)
  })
})

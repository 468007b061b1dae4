import { describe, expect, it } from 'vitest'
import { joinCapabilities, readCatalog } from '../../../electron/contract/discovery.ts'

const swap = { id: 'face-swap', title: 'Face swap' }
const upscaler = { id: 'video-upscaler', title: 'Video upscaler' }

/** Returns the IDs of the capabilities that the app would list, without duplicates. */
const joined = (json: unknown): readonly string[] =>
  joinCapabilities({ catalog: readCatalog(json), openapi: null, floor: [] }).map(({ id }) => id)

describe('a catalog’s list', () => {
  it.each<[string, unknown]>([
    ['is the body itself', [swap, upscaler]],
    ['is under capabilities', { success: true, capabilities: [swap, upscaler] }],
    ['is under data', { success: true, data: [swap, upscaler] }],
    ['is under items', { items: [swap, upscaler] }],
    ['is under results', { results: [swap, upscaler] }],
    ['is one level deep', { success: true, data: { total: 2, capabilities: [swap, upscaler] } }],
    ['is a map from identifiers', { capabilities: { 'face-swap': { title: 'Face swap' }, 'video-upscaler': { title: 'Video upscaler' } } }],
    ['is the body as a map', { 'face-swap': { title: 'Face swap' }, 'video-upscaler': { title: 'Video upscaler' } }],
    ['is a list of identifiers', { capabilities: ['face-swap', 'video-upscaler'] }],
    ['is a map from categories', { data: { 'face-swap': [swap], video: [upscaler] } }],
    ['is beside a success message', { success: true, message: 'OK', version: 'v1', capabilities: [swap, upscaler] }],
    ['is under another usual name', { catalog: { capabilities: [swap, upscaler] } }],
    ['is a page of results', { data: { items: [swap, upscaler], page: 1, pageSize: 50, total: 2 } }],
    ['has entries with attributes', { data: [{ id: 'face-swap', type: 'capability', attributes: { title: 'Face swap' } }, upscaler] }],
    ['has entries in nodes', { data: { edges: [{ node: swap }, { node: upscaler }] } }],
    [
      'is a map of entries with paths',
      { capabilities: { a1: { submit: '/api/v1/face-swap/submit' }, b2: { submitPath: '/v1/video-upscaler/submit' } } }
    ],
    ['contains both objects and names', ['face-swap', upscaler]],
    ['contains an entry twice', [swap, upscaler, { ...swap, title: 'Again' }]],
    [
      'is a list of categories',
      [
        { category: 'face swap', capabilities: [swap] },
        { category: 'video', capabilities: [upscaler] }
      ]
    ]
  ])('%s', (_where, json) => {
    expect(joined(json)).toEqual(['face-swap', 'video-upscaler'])
    expect(readCatalog(json)?.isComplete).toBe(true)
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['a string', 'capabilities'],
    ['an empty list', { capabilities: [] }],
    ['an error body', { success: false, message: 'No.', errorType: 'NEED_SUBSCRIBE', error: { code: 'x' } }],
    ['numbers', [1, 2, 3]],
    ['a number', 63],
    ['a boolean', true],
    ['an empty object', {}],
    ['an empty list', []],
    ['lists in lists', [[[]], [[[['x']]]]]],
    ['an HTML page', '<!doctype html><title>Just a moment</title>'],
    ['a truncated document', '{"capabilities":[{"id":"face-'],
    ['names with blanks and paths', ['not an id', '../up', '', ' ']],
    ['a greeting', { message: 'Welcome', documentation: 'https://docs.example', status: 'ok' }],
    ['a health check', { status: 'ok', checks: { database: { status: 'up' }, storage: { status: 'up' } } }],
    ['an account', { account: { id: 'a-1', name: 'Ada' }, user: { id: 'u-1', title: 'Owner' } }],
    ['a list nested too deeply', { a: { b: { c: { capabilities: [swap] } } } }],
    ['names such as __proto__', JSON.parse('{"__proto__":{"title":"x"},"capabilities":{"__proto__":{"title":"x"}}}')],
    ['entries without an identifier', { capabilities: [{}, { title: 'Without a name' }, { id: null }, { id: 7 }, [swap.id, 1]] }],
    ['an OpenAPI document', { openapi: '3.1.0', info: { title: 'Service', description: 'x' }, servers: [], paths: {} }]
  ])('is not found in %s', (_what, json) => {
    expect(readCatalog(json)).toBeNull()
  })

  it('is not read at excessive depth', () => {
    const deep = JSON.parse(`{"capabilities":[{"id":"face-swap","output":${'['.repeat(50_000)}${']'.repeat(50_000)}}]}`) as unknown
    expect(readCatalog(deep)).toBeNull()
  })

  it('is read regardless of its length', () => {
    const many = Array.from({ length: 100_000 }, (_, place) => ({ id: `capability-${place}`, title: `Capability ${place}` }))
    expect(readCatalog({ capabilities: many })?.entries).toHaveLength(100_000)
  })

  it('can contain capabilities with names like constructor', () => {
    const json: unknown = JSON.parse(
      '[{"id":"constructor","title":"One","__proto__":{"enabled":false}},{"id":"toString"},{"id":"__proto__"}]'
    )
    expect(readCatalog(json)).toMatchObject({
      isComplete: false,
      entries: [{ ids: ['constructor'], isEnabled: true }, { ids: ['toString'] }]
    })
  })

  it('is marked as incomplete if an entry has no identifier', () => {
    expect(readCatalog([swap, { title: 'Something with blanks', id: 'has blanks' }])).toMatchObject({
      isComplete: false,
      entries: [{ ids: ['face-swap'] }]
    })
  })
})

describe('an entry’s identifier', () => {
  it.each<[string, object]>([
    ['capability', { capability: 'face-swap' }],
    ['id', { id: 'face-swap' }],
    ['identifier', { identifier: 'face-swap' }],
    ['slug', { slug: 'face-swap' }],
    ['name', { name: 'face-swap' }],
    ['the submit path', { name: 'Face swap', submitPath: '/api/v1/face-swap/submit' }],
    ['a URL', { url: 'https://api.example/api/v1/face-swap/submit?x=1' }],
    ['a set of endpoints', { endpoints: { query: '/api/v1/face-swap/query', submit: '/api/v1/face-swap/submit' } }]
  ])('is %s', (_name, entry) => {
    expect(readCatalog([entry])?.entries[0]?.ids[0]).toBe('face-swap')
  })

  it('can’t contain a path', () => {
    expect(readCatalog([{ id: '../../tasks' }, { id: 'a/b' }, { id: '.' }, { id: '' }, { id: 'a?b' }])).toBeNull()
  })

  it('keeps every candidate for the contract to choose from', () => {
    expect(readCatalog([{ id: '0199-aa', slug: 'face-swap' }])?.entries[0]?.ids).toEqual(['0199-aa', 'face-swap'])
  })
})

describe('an entry’s other properties', () => {
  it('are read if they exist', () => {
    expect(
      readCatalog([
        {
          capability: 'talking-photo',
          name: 'Talking photo',
          description: 'Lets a photo speak.',
          category: 'Face Swap',
          output: { type: 'video' },
          resultField: 'videoUrl',
          credits: 12,
          inputSchema: { type: 'object', properties: { imageUrl: { type: 'string' } }, required: ['imageUrl'] }
        }
      ])?.entries[0]
    ).toEqual({
      ids: ['talking-photo'],
      isEnabled: true,
      title: 'Talking photo',
      purpose: 'Lets a photo speak.',
      category: 'face-swap',
      output: 'video',
      resultField: 'videoUrl',
      price: 12,
      inputSchema: { type: 'object', properties: { imageUrl: { type: 'string' } }, required: ['imageUrl'] }
    })
  })

  it('are null if they are missing', () => {
    expect(readCatalog(['face-swap'])?.entries[0]).toEqual({
      ids: ['face-swap'],
      isEnabled: true,
      title: null,
      purpose: null,
      category: null,
      output: null,
      resultField: null,
      price: null,
      inputSchema: null
    })
  })

  it.each([{ enabled: false }, { isEnabled: false }, { available: false }, { disabled: true }, { status: 'Disabled' }])(
    'mark it as disabled with %j',
    (flag) => {
      expect(readCatalog([{ ...swap, ...flag }])?.entries[0]?.isEnabled).toBe(false)
    }
  )

  it.each<[string, unknown]>([
    ['a map of fields', { text: { type: 'string' }, speed: { type: 'number' } }],
    [
      'a list of fields',
      [
        { name: 'text', type: 'string', required: true },
        { name: 'speed', type: 'number' }
      ]
    ],
    ['a schema with a reference into the catalog', { $ref: '#/schemas/Speech' }]
  ])('include a schema from %s', (_how, parameters) => {
    const json = {
      schemas: { Speech: { type: 'object', properties: { text: { type: 'string' }, speed: { type: 'number' } } } },
      data: [{ id: 'speech', parameters }]
    }
    expect(readCatalog(json)?.entries[0]?.inputSchema).toMatchObject({
      type: 'object',
      properties: { text: { type: 'string' }, speed: { type: 'number' } }
    })
  })
})

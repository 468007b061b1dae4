import { describe, expect, it } from 'vitest'
import { joinCapabilities, readCatalog } from '../../electron/discovery/discovery.ts'

const swap = { id: 'face-swap', title: 'Face swap' }
const upscaler = { id: 'video-upscaler', title: 'Video upscaler' }

/** Lists each capability once, as the app does. */
const joined = (json: unknown): readonly string[] =>
  joinCapabilities({ catalog: readCatalog(json), openapi: null, floor: [] }).map(({ id }) => id)

describe('the list of a catalog', () => {
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
    ['is beside what says that all went well', { success: true, message: 'OK', version: 'v1', capabilities: [swap, upscaler] }],
    ['is under another usual name', { catalog: { capabilities: [swap, upscaler] } }],
    ['is a page of results', { data: { items: [swap, upscaler], page: 1, pageSize: 50, total: 2 } }],
    ['has entries with attributes', { data: [{ id: 'face-swap', type: 'capability', attributes: { title: 'Face swap' } }, upscaler] }],
    ['has entries behind nodes', { data: { edges: [{ node: swap }, { node: upscaler }] } }],
    [
      'is a map with paths',
      { capabilities: { a1: { submit: '/api/v1/face-swap/submit' }, b2: { submitPath: '/v1/video-upscaler/submit' } } }
    ],
    ['has objects and names side by side', ['face-swap', upscaler]],
    ['names an entry twice', [swap, upscaler, { ...swap, title: 'Again' }]],
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
    ['nothing', null],
    ['a text', 'capabilities'],
    ['an empty list', { capabilities: [] }],
    ['an error body', { success: false, message: 'No.', errorType: 'NEED_SUBSCRIBE', error: { code: 'x' } }],
    ['numbers', [1, 2, 3]],
    ['a number', 63],
    ['yes', true],
    ['an empty object', {}],
    ['an empty list', []],
    ['lists in lists', [[[]], [[[['x']]]]]],
    ['a page of HTML', '<!doctype html><title>Just a moment</title>'],
    ['half a document', '{"capabilities":[{"id":"face-'],
    ['blanks and paths for names', ['not an id', '../up', '', ' ']],
    ['a greeting', { message: 'Welcome', documentation: 'https://docs.example', status: 'ok' }],
    ['a state of health', { status: 'ok', checks: { database: { status: 'up' }, storage: { status: 'up' } } }],
    ['an account', { account: { id: 'a-1', name: 'Ada' }, user: { id: 'u-1', title: 'Owner' } }],
    ['a list too deep', { a: { b: { c: { capabilities: [swap] } } } }],
    ['names that everything has', JSON.parse('{"__proto__":{"title":"x"},"capabilities":{"__proto__":{"title":"x"}}}')],
    ['entries that name nothing', { capabilities: [{}, { title: 'Without a name' }, { id: null }, { id: 7 }, [swap.id, 1]] }],
    ['an OpenAPI document', { openapi: '3.1.0', info: { title: 'Service', description: 'x' }, servers: [], paths: {} }]
  ])('is not found in %s', (_what, json) => {
    expect(readCatalog(json)).toBeNull()
  })

  it('ends at excessive depths', () => {
    const deep = JSON.parse(`{"capabilities":[{"id":"face-swap","output":${'['.repeat(50_000)}${']'.repeat(50_000)}}]}`) as unknown
    expect(readCatalog(deep)).toBeNull()
  })

  it('is read however long it is', () => {
    const many = Array.from({ length: 100_000 }, (_, place) => ({ id: `capability-${place}`, title: `Capability ${place}` }))
    expect(readCatalog({ capabilities: many })?.entries).toHaveLength(100_000)
  })

  it('may hold capabilities with names that everything has', () => {
    const json: unknown = JSON.parse(
      '[{"id":"constructor","title":"One","__proto__":{"enabled":false}},{"id":"toString"},{"id":"__proto__"}]'
    )
    expect(readCatalog(json)).toMatchObject({
      isComplete: false,
      entries: [{ ids: ['constructor'], isEnabled: true }, { ids: ['toString'] }]
    })
  })

  it('is known to be incomplete when an entry has no identifier', () => {
    expect(readCatalog([swap, { title: 'Something with blanks', id: 'has blanks' }])).toMatchObject({
      isComplete: false,
      entries: [{ ids: ['face-swap'] }]
    })
  })
})

describe('the identifier of an entry', () => {
  it.each<[string, object]>([
    ['capability', { capability: 'face-swap' }],
    ['id', { id: 'face-swap' }],
    ['identifier', { identifier: 'face-swap' }],
    ['slug', { slug: 'face-swap' }],
    ['name', { name: 'face-swap' }],
    ['the submit path', { name: 'Face swap', submitPath: '/api/v1/face-swap/submit' }],
    ['an address', { url: 'https://api.example/api/v1/face-swap/submit?x=1' }],
    ['a set of endpoints', { endpoints: { query: '/api/v1/face-swap/query', submit: '/api/v1/face-swap/submit' } }]
  ])('is %s', (_name, entry) => {
    expect(readCatalog([entry])?.entries[0]?.ids[0]).toBe('face-swap')
  })

  it('never leads out of its path', () => {
    expect(readCatalog([{ id: '../../tasks' }, { id: 'a/b' }, { id: '.' }, { id: '' }, { id: 'a?b' }])).toBeNull()
  })

  it('keeps every candidate, for the contract to tell', () => {
    expect(readCatalog([{ id: '0199-aa', slug: 'face-swap' }])?.entries[0]?.ids).toEqual(['0199-aa', 'face-swap'])
  })
})

describe('what else an entry says', () => {
  it('is taken when it is there', () => {
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

  it('is null when it is not', () => {
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
    '%j switches it off',
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
  ])('%s becomes a schema', (_how, parameters) => {
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

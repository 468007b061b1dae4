import { describe, expect, it } from 'vitest'
import { readCatalog } from '../../electron/discovery/discovery.ts'

const swap = { id: 'face-swap', title: 'Face swap' }
const upscaler = { id: 'video-upscaler', title: 'Video upscaler' }
const idsIn = (json: unknown): readonly string[] | null => readCatalog(json)?.entries.map((entry) => entry.ids[0]) ?? null

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
    [
      'is a list of categories',
      [
        { category: 'face swap', capabilities: [swap] },
        { category: 'video', capabilities: [upscaler] }
      ]
    ]
  ])('%s', (_where, json) => {
    expect(idsIn(json)).toEqual(['face-swap', 'video-upscaler'])
    expect(readCatalog(json)?.isComplete).toBe(true)
  })

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'capabilities'],
    ['an empty list', { capabilities: [] }],
    ['an error body', { success: false, message: 'No.', errorType: 'NEED_SUBSCRIBE', error: { code: 'x' } }],
    ['numbers', [1, 2, 3]],
    ['an OpenAPI document', { openapi: '3.1.0', info: { title: 'Service', description: 'x' }, servers: [], paths: {} }]
  ])('is not found in %s', (_what, json) => {
    expect(readCatalog(json)).toBeNull()
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
      pricing: { kind: 'figure', credits: 12 },
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
      pricing: null,
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

import { describe, expect, it } from 'vitest'
import { asksForModel, estimateArguments } from '../../../electron/api/mcp/estimate-arguments.ts'
import { readCredits } from '../../../electron/api/mcp/read-credits.ts'
import { readModels } from '../../../electron/api/mcp/read-models.ts'
import { readToolAnswer } from '../../../electron/api/mcp/read-tool-answer.ts'
import { readToolList } from '../../../electron/api/mcp/read-tool-list.ts'
import type { JsonSchema } from '../../../shared/json-schema.ts'

describe('the figure in an estimate', () => {
  it.each<[unknown, number]>([
    [{ credits: 24 }, 24],
    [{ success: true, estimatedCredits: 24, model: 'm' }, 24],
    [{ data: { creditsRequired: '24' } }, 24],
    [{ result: { estimate: { total: 24 } } }, 24],
    [{ cost: 24 }, 24],
    [{ cost: { amount: 24, currency: 'credits' } }, 24],
    [{ price: '24 credits' }, 24],
    [{ credits: 24, total: 30 }, 24],
    [{ credits: 0 }, 0],
    [{ credits: 24, estimatedCredits: 24 }, 24],
    ['This would cost 1,200 credits.', 1200]
  ])('of %j is %d', (answer, credits) => {
    expect(readCredits(answer)).toBe(credits)
  })

  it.each<[unknown]>([
    [{ credits: null, message: 'Known after it has run.' }],
    [{ credits: -1 }],
    [{ credits: 5, estimatedCredits: 9 }],
    [{ cost: 0.05, currency: 'USD' }],
    [{ min: 5, max: 9 }],
    [{ available: 100 }],
    ['Between 5 credits and 9 credits.'],
    ['From 5 credits on.'],
    ['5 dollars'],
    [[1, 2]],
    [null]
  ])('is not guessed from %j', (answer) => {
    expect(readCredits(answer)).toBeNull()
  })

  it('is not looked for in a text without end', () => {
    expect(readCredits(`${'1'.repeat(2_000_000)} credits`)).toBeNull()
  })
})

describe('the answer of a tool', () => {
  const text = (words: string) => ({ type: 'text', text: words })
  it.each<[string, unknown, unknown]>([
    ['its structured content', { content: [text('{"a":1}')], structuredContent: { a: 2 } }, { a: 2 }],
    ['JSON in its text', { content: [text('Here it is:'), text('{"a":1}')] }, { a: 1 }],
    ['its text', { content: [text('24 credits'), { type: 'image', data: '' }, text('or so')] }, '24 credits\nor so'],
    ['the one field of older servers', { toolResult: { a: 1 } }, { a: 1 }]
  ])('is %s', (_case, result, structured) => {
    expect(readToolAnswer(result)).toMatchObject({ structured, isError: false })
  })

  it('may be an error, and is none where it holds nothing', () => {
    expect(readToolAnswer({ isError: true, content: [text('no')] })).toMatchObject({ isError: true, structured: 'no' })
    expect(readToolAnswer({ content: [] })).toBeNull()
    expect(readToolAnswer('nonsense')).toBeNull()
  })
})

describe('the list of tools', () => {
  it('is read for its names and schemas; what is no tool is left out', () => {
    const inputSchema = { type: 'object', properties: { taskId: { type: 'string' } } }
    const read = readToolList({
      tools: [{ name: 'select_faces', description: ' Choose. ', inputSchema }, { name: '' }, 7, { name: 'bare' }],
      nextCursor: 'p2'
    })
    expect(read).toEqual({
      tools: [
        { name: 'select_faces', description: 'Choose.', inputSchema },
        { name: 'bare', description: null, inputSchema: {} }
      ],
      nextCursor: 'p2'
    })
    expect(readToolList('nonsense')).toEqual({ tools: [], nextCursor: null })
  })
})

describe('the list of models', () => {
  it.each<[string, unknown]>([
    ['under models', { models: [{ model: 'm1', capability: 'clip' }] }],
    ['bare', [{ id: 'm1', capabilityId: 'clip' }]],
    ['in data', { data: { items: [{ modelId: 'm1', capabilities: ['clip', 'film'] }, { modelId: 'm2', capabilities: ['clip'] }, 'x'] } }]
  ])('tells the model of each capability: %s', (_case, answer) => {
    expect(readModels(answer).get('clip')).toBe('m1')
  })

  it('may be nested without end, and tells nothing then', () => {
    let deep: unknown = [{ id: 'm', capability: 'c' }]
    for (let level = 0; level < 20_000; level += 1) deep = { data: deep }
    expect(readModels(deep).size).toBe(0)
  })

  it('may tell nothing', () => {
    expect(readModels({ models: ['a', 'b'] }).size).toBe(0)
    expect(readModels(null).size).toBe(0)
  })
})

describe('the arguments of an estimate', () => {
  const wish = { capability: 'clip', model: 'm1', body: { duration: 5, prompt: 'x' } }
  const schema = (properties: { [name: string]: JsonSchema }, required: string[] = []): JsonSchema => ({
    type: 'object',
    properties,
    required
  })
  const text = { type: 'string' }
  const object = { type: 'object' }

  it.each<[string, JsonSchema, unknown]>([
    ['a model and parameters', schema({ model: text, parameters: object }), { model: 'm1', parameters: wish.body }],
    ['a capability and input', schema({ capabilityId: text, input: object }), { capabilityId: 'clip', input: wish.body }],
    ['both', schema({ modelId: text, capability: text, params: object }), { modelId: 'm1', capability: 'clip', params: wish.body }],
    ['JSON as text', schema({ model: text, payload: text }), { model: 'm1', payload: JSON.stringify(wish.body) }],
    ['the fields themselves', schema({ model: text, duration: { type: 'number' } }), { model: 'm1', duration: 5 }],
    [
      'what has a default',
      schema({ model: text, values: object, count: { type: 'number', default: 1 } }, ['count']),
      { model: 'm1', values: wish.body }
    ],
    ['nothing in particular', { type: 'object' }, { capability: 'clip', parameters: wish.body }]
  ])('are filled in as its schema asks: %s', (_case, inputSchema, filled) => {
    expect(estimateArguments(inputSchema, wish)).toEqual(filled)
  })

  it('are not made up where the schema asks for something else', () => {
    expect(estimateArguments(schema({ model: text, parameters: object, region: text }, ['region']), wish)).toBeNull()
    expect(estimateArguments(schema({ parameters: object }), wish)).toBeNull()
  })

  it('name the capability where no model is known', () => {
    expect(asksForModel(schema({ model: text }))).toBe(true)
    expect(asksForModel(schema({ capability: text }))).toBe(false)
    expect(estimateArguments(schema({ model: text, parameters: object }), { ...wish, model: null })).toMatchObject({ model: 'clip' })
  })
})

import { describe, expect, it } from 'vitest'
import { asksForModel, estimateArguments } from '../../../electron/api/mcp/estimate-arguments.ts'
import { readCredits } from '../../../electron/api/mcp/read-credits.ts'
import { readModels } from '../../../electron/api/mcp/read-models.ts'
import { readTaskState } from '../../../electron/api/mcp/read-task-state.ts'
import { parseToolResponse } from '../../../electron/api/mcp/read-tool-response.ts'
import { readToolList } from '../../../electron/api/mcp/read-tool-list.ts'
import { listArguments, taskResultArguments } from '../../../electron/api/mcp/tool-call-arguments.ts'
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
    expect(parseToolResponse(result)).toMatchObject({ structured, isRejection: false })
  })

  it('may be an error, and is null when it is empty', () => {
    expect(parseToolResponse({ isError: true, content: [text('no')] })).toMatchObject({ isRejection: true, structured: 'no' })
    expect(parseToolResponse({ content: [] })).toBeNull()
    expect(parseToolResponse('nonsense')).toBeNull()
  })
})

describe('the list of tools', () => {
  it('is read for its names and schemas, without invalid tools', () => {
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

describe('the arguments of a question about a task', () => {
  const text = { type: 'string' }
  const open = (properties: { [name: string]: JsonSchema }, required: string[] = Object.keys(properties)): JsonSchema => ({
    type: 'object',
    properties,
    required
  })
  const closed = (...given: Parameters<typeof open>): JsonSchema => ({ ...open(...given), additionalProperties: false })
  const task = { taskId: '42', capability: 'clip' }

  it.each<[string, JsonSchema, unknown]>([
    ['taskId', closed({ taskId: text }), { taskId: '42' }],
    ['task_id', closed({ task_id: text }), { task_id: '42' }],
    ['taskID, though it is optional', closed({ taskID: text, verbose: { type: 'boolean' } }, []), { taskID: '42' }],
    ['task', closed({ task: text }), { task: '42' }],
    ['id', closed({ id: text }), { id: '42' }],
    ['an id beside the task’s own', closed({ id: { type: ['string', 'null'] }, task_id: text }), { id: null, task_id: '42' }],
    ['a number', closed({ id: { type: 'integer' } }), { id: 42 }],
    ['a list of ids', closed({ taskIds: { type: 'array', items: text, minItems: 1 } }), { taskIds: ['42'] }],
    ['a list of tasks', closed({ tasks: { type: 'array', items: closed({ id: text }) } }), { tasks: [{ id: '42' }] }],
    ['an object around it', closed({ input: closed({ taskId: text }) }), { input: { taskId: '42' } }],
    ['an object that is the task', closed({ task: closed({ id: text, capability: text }) }), { task: { id: '42', capability: 'clip' } }],
    ['two objects around it', closed({ params: closed({ query: closed({ id: text }) }) }), { params: { query: { id: '42' } } }],
    ['the capability too', closed({ capability: text, taskId: text }), { capability: 'clip', taskId: '42' }],
    ['no capability unless it is required', closed({ capability: text, taskId: text }, ['taskId']), { taskId: '42' }],
    [
      'constants, defaults and lists of one',
      closed({ task_id: text, kind: { const: 'result' }, wait: { type: 'boolean', default: false }, view: { enum: ['full'] } }),
      { task_id: '42', kind: 'result', wait: false, view: 'full' }
    ],
    ['one of several forms', { oneOf: [closed({ businessId: text }), closed({ job_id: text })] }, { job_id: '42' }],
    [
      'forms that differ in what is required',
      { ...open({ businessId: text, taskId: text }, []), anyOf: [{ required: ['businessId'] }, { required: ['taskId'] }] },
      { taskId: '42' }
    ],
    [
      'parts that are referred to',
      {
        ...closed({ input: { $ref: '#/$defs/Task' } }),
        $defs: { Task: { allOf: [closed({ task_id: { $ref: '#/$defs/Id' } })] }, Id: text }
      },
      { input: { task_id: '42' } }
    ],
    ['a name of its own, where it is the only one', closed({ handle: text }), { handle: '42' }],
    ['nothing in particular', { type: 'object' }, { taskId: '42' }],
    ['nothing that is known, and allows more', open({ verbose: { type: 'boolean' } }, []), { taskId: '42' }]
  ])('are filled in as the schema of the tool asks: %s', (_case, inputSchema, filled) => {
    const [tool] = readToolList({ tools: [{ name: 'get_task_result', inputSchema }] }).tools
    expect(taskResultArguments(tool?.inputSchema ?? {}, task)).toEqual(filled)
  })

  it('hold nothing that the schema forbids', () => {
    expect(taskResultArguments({ type: 'object', properties: {}, additionalProperties: false }, task)).toEqual({})
  })

  it('are planned in bounded work for a schema that is made to hold up its reader', () => {
    const bomb = (depth: number): JsonSchema => ({
      type: 'object',
      properties: depth === 0 ? {} : Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, bomb(depth - 1)])),
      oneOf: Array.from({ length: 20 }, (_, place) => open({ [`v${place}`]: text }))
    })
    const [tool] = readToolList({ tools: [{ name: 'get_task_result', inputSchema: bomb(4) }] }).tools
    expect(taskResultArguments(tool?.inputSchema ?? {}, task)).toMatchObject({ taskId: '42' })
  })

  it('are as few as possible for a list', () => {
    const limit = { type: 'integer', default: 20 }
    expect(listArguments(closed({ limit, category: text }, []))).toEqual({})
    expect(listArguments(closed({ limit, scope: { enum: ['all'] } }))).toEqual({ limit: 20, scope: 'all' })
  })
})

describe('the state of a task', () => {
  const url = 'https://cdn.example/a.png'
  const block = (words: string) => ({ type: 'text', text: words })
  const read = (result: object) => {
    const answer = parseToolResponse(result)
    return answer === null ? null : readTaskState(answer)
  }

  it.each<[string, object, object]>([
    ['structured content', { structuredContent: { status: 'completed', imageUrl: url } }, { status: 'completed', urls: [url] }],
    [
      'JSON in text',
      { content: [block(JSON.stringify({ data: { status: 'completed', result: url } }))] },
      { status: 'completed', urls: [url] }
    ],
    [
      'the task before the call',
      { structuredContent: { status: 'success', task: { state: 'rendering' }, retryAfterMs: 2_000 } },
      { status: 'rendering', urls: [], retryAfterInMs: 2_000 }
    ],
    [
      'links to resources',
      { structuredContent: { status: 'completed' }, content: [{ type: 'resource_link', uri: url, name: 'one' }] },
      { status: 'completed', urls: [url] }
    ],
    [
      'enclosed resources',
      { structuredContent: { status: 'completed' }, content: [{ type: 'resource', resource: { uri: url, mimeType: 'image/png' } }] },
      { urls: [url] }
    ],
    ['images with an address', { structuredContent: { status: 'completed' }, content: [{ type: 'image', url }] }, { urls: [url] }],
    [
      'a link for each of several results, of which the structured part names one',
      {
        structuredContent: { status: 'completed', imageUrl: url },
        content: [
          { type: 'resource_link', uri: url },
          { type: 'resource_link', uri: `${url}?2` }
        ]
      },
      { urls: [url, `${url}?2`] }
    ],
    ['words', { content: [block(`Status: **completed**.\nResult: ${url}.`)] }, { status: 'completed', urls: [url] }],
    ['one word', { content: [block('processing')] }, { status: 'processing', urls: [] }],
    [
      'a failure',
      { structuredContent: { status: 'failed', errorDetail: 'Too dark.', creditsConsumed: 0 } },
      { status: 'failed', failureMessage: 'Too dark.', creditsConsumed: 0 }
    ],
    [
      'a failure that comes as an error',
      { isError: true, structuredContent: { status: 'failed', message: 'Too dark.' } },
      { status: 'failed', failureMessage: 'Too dark.' }
    ],
    ['a failure in words', { isError: true, content: [block('status: failed (too dark)')] }, { status: 'failed' }]
  ])('is read from %s', (_case, result, expected) => {
    expect(read({ content: [], ...result })).toMatchObject(expected)
  })

  it.each<[string, object]>([
    ['a status', { structuredContent: { status: 'NEEDS_INPUT', previewUrl: url }, content: [{ type: 'resource_link', uri: url }] }],
    ['an error', { isError: true, structuredContent: { errorType: 'NEEDS_INPUT', message: 'Select faces.' } }],
    ['words', { content: [block('The task is in NEEDS_INPUT: call select_faces.')] }]
  ])('is needs_input, and its previews aren’t results, where that comes as %s', (_case, result) => {
    expect(read(result)).toMatchObject({ status: 'needs_input', urls: [] })
  })

  it.each<[string, object]>([
    ['an error type', { isError: true, structuredContent: { errorType: 'TASK_NOT_FOUND', status: 'error' } }],
    ['a body that says no', { structuredContent: { success: false, errorType: 'TASK_NOT_FOUND' } }],
    ['words', { isError: true, content: [block('No such task.')] }]
  ])('is not read from an error of the call: %s', (_case, result) => {
    expect(read(result)).toBeNull()
  })

  it.each([0, -5_000, 20])('never asks for a wait of %d ms', (retryAfterMs) => {
    expect(read({ structuredContent: { status: 'processing', retryAfterMs } })?.retryAfterInMs).toBe(1_000)
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
  const query = { capability: 'clip', model: 'm1', body: { duration: 5, prompt: 'x' } }
  const schema = (properties: { [name: string]: JsonSchema }, required: string[] = []): JsonSchema => ({
    type: 'object',
    properties,
    required
  })
  const text = { type: 'string' }
  const object = { type: 'object' }

  it.each<[string, JsonSchema, unknown]>([
    ['a model and parameters', schema({ model: text, parameters: object }), { model: 'm1', parameters: query.body }],
    ['a capability and input', schema({ capabilityId: text, input: object }), { capabilityId: 'clip', input: query.body }],
    ['both', schema({ modelId: text, capability: text, params: object }), { modelId: 'm1', capability: 'clip', params: query.body }],
    ['JSON as text', schema({ model: text, payload: text }), { model: 'm1', payload: JSON.stringify(query.body) }],
    ['the fields themselves', schema({ model: text, duration: { type: 'number' } }), { model: 'm1', duration: 5 }],
    [
      'what has a default',
      schema({ model: text, values: object, count: { type: 'number', default: 1 } }, ['count']),
      { model: 'm1', values: query.body, count: 1 }
    ],
    [
      'an object around all of it',
      schema({ request: schema({ model: text, parameters: object }, ['model']) }, ['request']),
      { request: { model: 'm1', parameters: query.body } }
    ],
    [
      'only fields that it knows',
      schema({ model: text, input: { ...schema({ duration: { type: 'number' } }), additionalProperties: false } }),
      { model: 'm1', input: { duration: 5 } }
    ],
    ['a constant', schema({ capability: text, kind: { const: 'credits' } }, ['kind']), { capability: 'clip', kind: 'credits' }],
    ['nothing in particular', { type: 'object' }, { capability: 'clip', parameters: query.body }]
  ])('are filled in as its schema asks: %s', (_case, inputSchema, filled) => {
    expect(estimateArguments(inputSchema, query)).toEqual(filled)
  })

  it('are not made up where the schema asks for something else', () => {
    expect(estimateArguments(schema({ model: text, parameters: object, region: text }, ['region']), query)).toBeNull()
    expect(estimateArguments(schema({ parameters: object }), query)).toBeNull()
    expect(estimateArguments({ type: 'object', properties: {}, additionalProperties: false }, query)).toBeNull()
  })

  it('name the capability where no model is known', () => {
    expect(asksForModel(schema({ model: text }))).toBe(true)
    expect(asksForModel(schema({ capability: text }))).toBe(false)
    expect(estimateArguments(schema({ model: text, parameters: object }), { ...query, model: null })).toMatchObject({ model: 'clip' })
  })
})

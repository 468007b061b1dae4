import { describe, expect, it } from 'vitest'
import { hasModelParameter, estimateArguments } from '../../../../electron/service/mcp/estimate-arguments.ts'
import { readEstimatedCredits } from '../../../../electron/service/mcp/read-estimated-credits.ts'
import { readModelNamesByCapability } from '../../../../electron/service/mcp/read-model-names-by-capability.ts'
import { readTaskState } from '../../../../electron/service/mcp/read-task-state.ts'
import { parseToolResponse } from '../../../../electron/service/mcp/read-tool-response.ts'
import { readToolList } from '../../../../electron/service/mcp/read-tool-list.ts'
import { listToolArguments, taskResultArguments } from '../../../../electron/service/mcp/tool-call-arguments.ts'
import type { JsonSchema } from '../../../../shared/form/json-schema.ts'

describe('an estimate’s credits', () => {
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
  ])('in %j are %d', (answer, credits) => {
    expect(readEstimatedCredits(answer)).toBe(credits)
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
  ])('are not guessed from %j', (answer) => {
    expect(readEstimatedCredits(answer)).toBeNull()
  })

  it('are not searched for in endless text', () => {
    expect(readEstimatedCredits(`${'1'.repeat(2_000_000)} credits`)).toBeNull()
  })
})

describe('a tool response', () => {
  const text = (words: string) => ({ type: 'text', text: words })
  it.each<[string, unknown, unknown]>([
    ['its structured content', { content: [text('{"a":1}')], structuredContent: { a: 2 } }, { a: 2 }],
    ['JSON in its text', { content: [text('Here it is:'), text('{"a":1}')] }, { a: 1 }],
    ['its text', { content: [text('24 credits'), { type: 'image', data: '' }, text('or so')] }, '24 credits\nor so'],
    ['the only field of older servers', { toolResult: { a: 1 } }, { a: 1 }]
  ])('is read from %s', (_case, result, structured) => {
    expect(parseToolResponse(result)).toMatchObject({ structured, isRejection: false })
  })

  it('may be an error, and is null if it is empty', () => {
    expect(parseToolResponse({ isError: true, content: [text('no')] })).toMatchObject({ isRejection: true, structured: 'no' })
    expect(parseToolResponse({ content: [] })).toBeNull()
    expect(parseToolResponse('nonsense')).toBeNull()
  })
})

describe('a tool list', () => {
  it('is read with names and schemas, without invalid tools', () => {
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

describe('the arguments of a status query', () => {
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
    ['an id beside the task’s own ID', closed({ id: { type: ['string', 'null'] }, task_id: text }), { id: null, task_id: '42' }],
    ['a number', closed({ id: { type: 'integer' } }), { id: 42 }],
    ['a list of ids', closed({ taskIds: { type: 'array', items: text, minItems: 1 } }), { taskIds: ['42'] }],
    ['a list of tasks', closed({ tasks: { type: 'array', items: closed({ id: text }) } }), { tasks: [{ id: '42' }] }],
    ['an object around it', closed({ input: closed({ taskId: text }) }), { input: { taskId: '42' } }],
    ['a task object', closed({ task: closed({ id: text, capability: text }) }), { task: { id: '42', capability: 'clip' } }],
    ['two objects around it', closed({ params: closed({ query: closed({ id: text }) }) }), { params: { query: { id: '42' } } }],
    ['the capability too', closed({ capability: text, taskId: text }), { capability: 'clip', taskId: '42' }],
    ['no capability unless it is required', closed({ capability: text, taskId: text }, ['taskId']), { taskId: '42' }],
    [
      'constants, defaults and lists of one',
      closed({ task_id: text, kind: { const: 'result' }, wait: { type: 'boolean', default: false }, view: { enum: ['full'] } }),
      { task_id: '42', kind: 'result', wait: false, view: 'full' }
    ],
    ['one of several alternatives', { oneOf: [closed({ businessId: text }), closed({ job_id: text })] }, { job_id: '42' }],
    [
      'alternatives with different required fields',
      { ...open({ businessId: text, taskId: text }, []), anyOf: [{ required: ['businessId'] }, { required: ['taskId'] }] },
      { taskId: '42' }
    ],
    [
      'referenced definitions',
      {
        ...closed({ input: { $ref: '#/$defs/Task' } }),
        $defs: { Task: { allOf: [closed({ task_id: { $ref: '#/$defs/Id' } })] }, Id: text }
      },
      { input: { task_id: '42' } }
    ],
    ['an unknown name if it is the only one', closed({ handle: text }), { handle: '42' }],
    ['nothing in particular', { type: 'object' }, { taskId: '42' }],
    ['no known property, but additional ones allowed', open({ verbose: { type: 'boolean' } }, []), { taskId: '42' }]
  ])('follow the tool’s schema: %s', (_case, inputSchema, filled) => {
    const [tool] = readToolList({ tools: [{ name: 'get_task_result', inputSchema }] }).tools
    expect(taskResultArguments(tool?.inputSchema ?? {}, task)).toEqual(filled)
  })

  it('contain nothing that the schema forbids', () => {
    expect(taskResultArguments({ type: 'object', properties: {}, additionalProperties: false }, task)).toEqual({})
  })

  it('take bounded work to fill in for a hostile schema', () => {
    const bomb = (depth: number): JsonSchema => ({
      type: 'object',
      properties: depth === 0 ? {} : Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, bomb(depth - 1)])),
      oneOf: Array.from({ length: 20 }, (_, place) => open({ [`v${place}`]: text }))
    })
    const [tool] = readToolList({ tools: [{ name: 'get_task_result', inputSchema: bomb(4) }] }).tools
    expect(taskResultArguments(tool?.inputSchema ?? {}, task)).toMatchObject({ taskId: '42' })
  })

  it('are minimal for a list', () => {
    const limit = { type: 'integer', default: 20 }
    expect(listToolArguments(closed({ limit, category: text }, []))).toEqual({})
    expect(listToolArguments(closed({ limit, scope: { enum: ['all'] } }))).toEqual({ limit: 20, scope: 'all' })
  })
})

describe('a task’s state', () => {
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
      'the task rather than the call',
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
    ['images with a URL', { structuredContent: { status: 'completed' }, content: [{ type: 'image', url }] }, { urls: [url] }],
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
    ['prose', { content: [block(`Status: **completed**.\nResult: ${url}.`)] }, { status: 'completed', urls: [url] }],
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
  ])('is needs_input without results if that arrives as %s', (_case, result) => {
    expect(read(result)).toMatchObject({ status: 'needs_input', urls: [] })
  })

  it.each<[string, object]>([
    ['an error type', { isError: true, structuredContent: { errorType: 'TASK_NOT_FOUND', status: 'error' } }],
    ['a body with success false', { structuredContent: { success: false, errorType: 'TASK_NOT_FOUND' } }],
    ['words', { isError: true, content: [block('No such task.')] }]
  ])('is not read from a failed call: %s', (_case, result) => {
    expect(read(result)).toBeNull()
  })

  it.each([0, -5_000, 20])('never asks for a wait of %d ms', (retryAfterMs) => {
    expect(read({ structuredContent: { status: 'processing', retryAfterMs } })?.retryAfterInMs).toBe(1_000)
  })
})

describe('a model list', () => {
  it.each<[string, unknown]>([
    ['under models', { models: [{ model: 'm1', capability: 'clip' }] }],
    ['at the top level', [{ id: 'm1', capabilityId: 'clip' }]],
    ['in data', { data: { items: [{ modelId: 'm1', capabilities: ['clip', 'film'] }, { modelId: 'm2', capabilities: ['clip'] }, 'x'] } }]
  ])('contains the model of each capability: %s', (_case, answer) => {
    expect(readModelNamesByCapability(answer).get('clip')).toBe('m1')
  })

  it('is empty if the response is nested too deeply', () => {
    let deep: unknown = [{ id: 'm', capability: 'c' }]
    for (let level = 0; level < 20_000; level += 1) deep = { data: deep }
    expect(readModelNamesByCapability(deep).size).toBe(0)
  })

  it('is empty if the response names no models', () => {
    expect(readModelNamesByCapability({ models: ['a', 'b'] }).size).toBe(0)
    expect(readModelNamesByCapability(null).size).toBe(0)
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
      'a field with a default',
      schema({ model: text, values: object, count: { type: 'number', default: 1 } }, ['count']),
      { model: 'm1', values: query.body, count: 1 }
    ],
    [
      'an object around all arguments',
      schema({ request: schema({ model: text, parameters: object }, ['model']) }, ['request']),
      { request: { model: 'm1', parameters: query.body } }
    ],
    [
      'only known fields',
      schema({ model: text, input: { ...schema({ duration: { type: 'number' } }), additionalProperties: false } }),
      { model: 'm1', input: { duration: 5 } }
    ],
    ['a constant', schema({ capability: text, kind: { const: 'credits' } }, ['kind']), { capability: 'clip', kind: 'credits' }],
    ['nothing in particular', { type: 'object' }, { capability: 'clip', parameters: query.body }]
  ])('follow the tool’s schema: %s', (_case, inputSchema, filled) => {
    expect(estimateArguments(inputSchema, query)).toEqual(filled)
  })

  it('are null if the schema requires something unknown', () => {
    expect(estimateArguments(schema({ model: text, parameters: object, region: text }, ['region']), query)).toBeNull()
    expect(estimateArguments(schema({ parameters: object }), query)).toBeNull()
    expect(estimateArguments({ type: 'object', properties: {}, additionalProperties: false }, query)).toBeNull()
  })

  it('name the capability if no model is known', () => {
    expect(hasModelParameter(schema({ model: text }))).toBe(true)
    expect(hasModelParameter(schema({ capability: text }))).toBe(false)
    expect(estimateArguments(schema({ model: text, parameters: object }), { ...query, model: null })).toMatchObject({ model: 'clip' })
  })
})

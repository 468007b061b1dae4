import { describe, expect, it } from 'vitest'
import {
  readQueryResponse,
  readRecentTasks,
  readSubmitResponse,
  readUploadTicket,
  isRejection
} from '../../../electron/service/read-responses.ts'

function queried(body: unknown, headers: Record<string, string> = {}) {
  return readQueryResponse({ status: 200, headers, text: '' }, body, 'imageUrl')
}

describe('a query response', () => {
  it.each([
    [{ data: { status: 'completed' } }, 'completed'],
    [{ status: 'Running' }, 'Running'],
    [{ data: { status: '  NEEDS_INPUT ' }, status: 'other' }, 'NEEDS_INPUT'],
    [{ data: { status: '' }, status: 'queued' }, 'queued'],
    [{ data: { status: 7 } }, null],
    [{ data: null }, null],
    [{ data: [{ status: 'success' }] }, 'success'],
    [{}, null]
  ])('has the status of %j, verbatim', (body, status) => {
    expect(queried(body)?.status).toBe(status)
  })

  it('prefers failure messages in the order of the specification', () => {
    expect(queried({ data: { status: 'failed', errorDetail: 'd', error: 'e', message: 'm' } })?.failureMessage).toBe('d')
    expect(queried({ data: { error: 'e', message: 'm' }, errorDetail: 'top' })?.failureMessage).toBe('top')
    expect(queried({ data: { message: 'm' }, error: 'e' })?.failureMessage).toBe('e')
    expect(queried({ error: { message: 'inside' } })?.failureMessage).toBe('inside')
    expect(queried({ data: { status: 'running' } })?.failureMessage).toBeNull()
  })

  it('has credits only if the service sends them', () => {
    expect(queried({ data: { creditsRequired: 3, creditsConsumed: '0', usageDeferred: true } })).toMatchObject({
      creditsRequired: 3,
      creditsConsumed: 0,
      usageDeferred: true
    })
    expect(queried({ data: {} })).toMatchObject({ creditsRequired: null, creditsConsumed: null, usageDeferred: null })
  })

  it('reads the wait from the body, otherwise from the header', () => {
    expect(queried({ data: { retryAfterMs: 1_200 } }, { 'retry-after': '9' })?.retryAfterInMs).toBe(1_200)
    expect(queried({ data: {} }, { 'retry-after': '9' })?.retryAfterInMs).toBe(9_000)
    expect(queried({ data: {} })?.retryAfterInMs).toBeNull()
  })

  it('is unreadable if it isn’t an object', () => {
    for (const body of [null, 'ok', 5, [], true]) expect(queried(body)).toBeNull()
  })
})

describe('a submit response', () => {
  it('has the task ID as text', () => {
    expect(readSubmitResponse({ success: true, taskId: 't-1', creditsConsumed: 5 })).toEqual({
      taskId: 't-1',
      creditsRequired: null,
      creditsConsumed: 5,
      usageDeferred: null
    })
    expect(readSubmitResponse({ data: { taskId: 42 } })?.taskId).toBe('42')
  })

  it('is unreadable without a task ID', () => {
    for (const body of [{ success: true }, { taskId: '' }, { taskId: null }, { taskId: {} }, [], null])
      expect(readSubmitResponse(body)).toBeNull()
  })
})

describe('a rejection', () => {
  it('has success false', () => {
    expect(isRejection({ success: false })).toBe(true)
    expect(isRejection({ success: 'false', errorType: 'X' })).toBe(true)
    expect(isRejection({ success: true })).toBe(false)
    expect(isRejection({})).toBe(false)
  })

  it('is not assumed from a failed task’s state', () => {
    expect(isRejection({ success: false, data: { status: 'failed', errorDetail: 'x' } })).toBe(false)
    expect(isRejection({ success: false, errorType: 'TASK_NOT_FOUND', data: { status: 'failed' } })).toBe(true)
    expect(isRejection({ success: false, status: 'error' })).toBe(true)
  })
})

describe('an upload ticket', () => {
  it('is read from the top level or from data', () => {
    const ticket = { uploadCommand: 'curl -T a https://x', fileUrl: 'https://x/a' }
    expect(readUploadTicket({ success: true, ...ticket })).toEqual(ticket)
    expect(readUploadTicket({ success: true, data: ticket })).toEqual(ticket)
  })

  it('is unreadable if a part is missing or the address is invalid', () => {
    for (const body of [
      {},
      { uploadCommand: 'x' },
      { uploadCommand: ' ', fileUrl: 'https://x' },
      { uploadCommand: 'x', fileUrl: 'nope' },
      { uploadCommand: 'x', fileUrl: 'file:///a' }
    ]) {
      expect(readUploadTicket(body)).toBeNull()
    }
  })
})

describe('a hostile response', () => {
  it('is unreadable if a text is an object that can’t be converted', () => {
    const trap = { length: { toString: 1 }, toString: 1, valueOf: 1 }
    expect(readUploadTicket({ uploadCommand: trap, fileUrl: trap })).toBeNull()
    expect(readSubmitResponse({ taskId: trap, creditsRequired: trap })).toBeNull()
  })
})

describe('recent tasks', () => {
  const one = { taskId: 't', capability: null, status: null, createdAt: null, idempotencyKey: null }

  it.each<[string, unknown]>([
    ['the body as a list of IDs', ['t']],
    ['the body as a list of objects', [{ taskId: 't' }]],
    ['tasks', { success: true, tasks: [{ taskId: 't' }] }],
    ['taskIds', { taskIds: ['t'] }],
    ['recentTasks', { recentTasks: [{ task_id: 't' }], limit: 20 }],
    ['data', { data: [{ id: 't' }] }],
    ['data.tasks', { data: { tasks: [{ task_id: 't' }] } }],
    ['data.items beside a page number', { data: { page: 1, items: [{ id: 't' }], total: 1 } }],
    ['items', { items: ['t'] }],
    ['results', { results: [{ taskId: ' t ' }] }],
    ['history', { history: [{ taskId: 't' }] }],
    ['a map by ID', { tasks: { t: {} } }],
    ['data as a map by ID', { data: { t: { cost: 5 } } }],
    ['lists by status', { tasks: { running: [{ taskId: 't' }], completed: [] } }],
    ['wrapped entries', { data: [{ task: { taskId: 't' } }] }],
    ['edges and nodes', { data: { tasks: { edges: [{ cursor: 'c', node: { id: 't' } }] } } }],
    ['entries with attributes', { data: [{ id: 't', type: 'task', attributes: { credits: 5 } }] }],
    ['a list with the same task twice', { tasks: ['t', { taskId: 't' }] }],
    ['a list with invalid entries', { tasks: [null, 't', [], false, {}, 0.5, { status: 'x' }, ''] }]
  ])('are found in %s', (_name, body) => {
    expect(readRecentTasks(body)).toEqual([one])
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['a string', 'no tasks'],
    ['an HTML page', '<!doctype html><title>Bad gateway</title>'],
    ['a number', 12],
    ['an empty object', {}],
    ['an error', { success: false, errorType: 'NEED_SUBSCRIBE', message: 'No.', error: { code: 403 } }],
    ['a word instead of a list', { tasks: 'none' }],
    ['the properties beside a list', { data: { pagination: { next: null }, links: { self: '/' } } }],
    ['numbers instead of a list', { tasks: { total: 3, running: 1 } }],
    ['a list nested too deeply', { data: { data: { data: { data: ['t'] } } } }],
    ['a list under __proto__', JSON.parse('{"__proto__":{"tasks":["t"]}}')],
    ['a deeply nested body', [1, 2, 3].reduce<unknown>((inner) => ({ page: inner }), { next: ['t'] })]
  ])('are unreadable in %s', (_name, body) => {
    expect(readRecentTasks(body)).toBeNull()
  })

  it('are deduplicated in a list of a hundred thousand', () => {
    const many = Array.from({ length: 100_000 }, (_, place) => ({ taskId: `t-${place % 50_000}`, capability: 'face-swap' }))
    expect(readRecentTasks({ tasks: many })).toHaveLength(50_000)
  })

  it('can have IDs like __proto__ and constructor', () => {
    const body: unknown = JSON.parse('{"tasks":[{"taskId":"__proto__","__proto__":{"status":"done"}},"constructor"]}')
    expect(readRecentTasks(body)).toEqual([
      { ...one, taskId: '__proto__' },
      { ...one, taskId: 'constructor' }
    ])
  })

  it('keep each entry’s known properties', () => {
    expect(
      readRecentTasks({
        tasks: [
          { taskId: 5, capability: 'face-swap', status: 'Running', createdAt: '2026-11-20T10:00:00.000Z', idempotencyKey: 'k', cost: 1 }
        ]
      })
    ).toEqual([
      { taskId: '5', capability: 'face-swap', status: 'Running', createdAt: Date.parse('2026-11-20T10:00:00Z'), idempotencyKey: 'k' }
    ])
  })

  it('merge two entries of the same task', () => {
    expect(
      readRecentTasks({
        tasks: [
          { id: 't', status: 'running' },
          { id: 't', status: 'queued', capability: { id: 'face-swap' } }
        ]
      })
    ).toEqual([{ ...one, status: 'running', capability: 'face-swap' }])
  })

  it.each<[unknown, number | null]>([
    ['2026-11-20T10:00:00Z', 1795168800000],
    ['2026-11-20T12:00:00+02:00', 1795168800000],
    ['2026-11-20T10:00:00', 1795168800000],
    ['2026-11-20 10:00:00', 1795168800000],
    [1795168800, 1795168800000],
    [1795168800000, 1795168800000],
    ['1795168800', 1795168800000],
    ['yesterday', null],
    [0, null],
    [null, null]
  ])('have their creation time read from %j', (createdAt, expected) => {
    expect(readRecentTasks([{ id: 't', createdAt }])?.[0]?.createdAt).toBe(expected)
  })

  it('can be empty', () => {
    expect(readRecentTasks({ success: true, tasks: [] })).toEqual([])
    expect(readRecentTasks({ success: true, data: { tasks: [], total: 0 } })).toEqual([])
  })
})

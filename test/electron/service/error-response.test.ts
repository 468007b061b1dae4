import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseErrorResponse } from '../../../electron/service/http-client.ts'

function refusal(body: unknown, headers: Record<string, string> = {}, status = 400) {
  return parseErrorResponse('submit', { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) })
}

describe('a rejection', () => {
  afterEach(() => vi.useRealTimers())

  it('has the service’s message, type and request ID', () => {
    expect(
      refusal(
        {
          success: false,
          errorType: 'VALIDATION_ERROR',
          message: 'Check the fields.',
          error: 'Bad Request',
          details: [{ field: 'prompt', message: 'is missing' }]
        },
        { 'x-request-id': 'req-1' }
      )
    ).toEqual({
      step: 'submit',
      kind: 'refusal',
      httpStatus: 400,
      errorType: 'VALIDATION_ERROR',
      message: 'Check the fields.',
      details: [{ field: 'prompt', message: 'is missing' }],
      requestId: 'req-1',
      retryAfterInMs: null,
      hint: null,
      taskId: null,
      uploadRejection: null,
      businessId: null,
      localReason: null,
      networkBlock: null
    })
  })

  it.each<[string, unknown, { field: string; message: string }[]]>([
    ['objects', [{ path: ['images', 0], message: 'too big' }], [{ field: 'images.0', message: 'too big' }]],
    [
      'objects with other property names',
      [
        { param: 'seed', reason: 'negative' },
        { loc: ['body', 'size'], msg: 'unknown' }
      ],
      [
        { field: 'seed', message: 'negative' },
        { field: 'body.size', message: 'unknown' }
      ]
    ],
    ['a list of strings', ['prompt is missing'], [{ field: '', message: 'prompt is missing' }]],
    ['one string', 'prompt is missing', [{ field: '', message: 'prompt is missing' }]],
    [
      'a map',
      { prompt: 'is missing', size: ['unknown', 'odd'] },
      [
        { field: 'prompt', message: 'is missing' },
        { field: 'size', message: 'unknown' },
        { field: 'size', message: 'odd' }
      ]
    ],
    ['a map of objects', { prompt: { message: 'is missing' } }, [{ field: 'prompt', message: 'is missing' }]],
    ['flattened errors', { formErrors: [], fieldErrors: { prompt: ['is missing'] } }, [{ field: 'prompt', message: 'is missing' }]],
    ['a list inside', { errors: [{ field: 'prompt', message: 'is missing' }] }, [{ field: 'prompt', message: 'is missing' }]],
    ['a map with other properties', { prompt: 'is missing', taskId: 't', retryAfterMs: 5 }, [{ field: 'prompt', message: 'is missing' }]],
    ['nothing', null, []]
  ])('reads details from %s', (_name, details, expected) => {
    expect(refusal({ success: false, details }).details).toEqual(expected)
  })

  it('finds details and type in an error object', () => {
    expect(refusal({ error: { errorType: 'VALIDATION_ERROR', message: 'No.', details: [{ field: 'a', message: 'b' }] } })).toMatchObject({
      errorType: 'VALIDATION_ERROR',
      message: 'No.',
      details: [{ field: 'a', message: 'b' }]
    })
  })

  it.each([
    [{ code: 'RATE_LIMITED' }, 'RATE_LIMITED'],
    [{ error: 'NEED_SUBSCRIBE', message: 'Renew.' }, 'NEED_SUBSCRIBE'],
    [{ error: 'Not found' }, null],
    [{ code: 'E' }, null]
  ])('reads the type from %j', (body, errorType) => {
    expect(refusal(body).errorType).toBe(errorType)
  })

  it.each<[string, unknown]>([
    ['recovery', { recovery: 'GET_RECENT_TASKS' }],
    ['recoveryHint', { recoveryHint: 'GET_RECENT_TASKS' }],
    ['hint', { hint: 'get_recent_tasks' }],
    ['action', { action: { type: 'GET_RECENT_TASKS' } }],
    ['details', { details: { recovery: 'GET_RECENT_TASKS' } }],
    ['details as text', { details: ['Do this: GET_RECENT_TASKS'] }],
    ['data', { data: { hint: 'GET_RECENT_TASKS' } }],
    ['the message', { message: 'Unknown. GET_RECENT_TASKS' }],
    ['an unknown property', { meta: { next: ['GET_RECENT_TASKS'] } }]
  ])('finds the recovery hint in %s', (_name, body) => {
    expect(refusal({ success: false, errorType: 'SUBMISSION_OUTCOME_UNKNOWN', ...(body as object) }, {}, 503).hint).toBe('GET_RECENT_TASKS')
  })

  it('prefers an explicit hint to another one named in the message', () => {
    const body = { recovery: 'QUERY_TASK_ID_OR_CONTACT_SUPPORT', message: 'GET_RECENT_TASKS will not help.' }
    expect(refusal(body, {}, 503).hint).toBe('QUERY_TASK_ID_OR_CONTACT_SUPPORT')
    expect(refusal({ hint: 'CONTACT_SUPPORT_WITH_IDEMPOTENCY_KEY_AND_BUSINESS_ID' }, {}, 503).hint).toBe(
      'CONTACT_SUPPORT_WITH_IDEMPOTENCY_KEY_AND_BUSINESS_ID'
    )
  })

  it.each([
    [{ taskId: 't-1', businessId: 'b-1' }],
    [{ data: { taskId: 't-1', businessId: 'b-1' } }],
    [{ details: { taskId: 't-1', businessId: 'b-1' } }]
  ])('keeps the task ID and business ID of %j', (body) => {
    expect(refusal(body)).toMatchObject({ taskId: 't-1', businessId: 'b-1' })
  })

  it('reads the wait from seconds, a date or the body', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T10:00:00Z'), toFake: ['Date'] })
    expect(refusal({}, { 'retry-after': '7' }, 429).retryAfterInMs).toBe(7_000)
    expect(refusal({}, { 'retry-after': '0.5' }, 429).retryAfterInMs).toBeNull()
    expect(refusal({}, { 'retry-after': 'Fri, 20 Nov 2026 10:00:30 GMT' }, 503).retryAfterInMs).toBe(30_000)
    expect(refusal({}, { 'retry-after': 'Fri, 20 Nov 2026 09:00:00 GMT' }, 503).retryAfterInMs).toBe(0)
    expect(refusal({}, { 'retry-after': 'soon' }, 503).retryAfterInMs).toBeNull()
    expect(refusal({ retryAfterMs: 1_500 }, {}, 409).retryAfterInMs).toBe(1_500)
    expect(refusal({ details: { retryAfter: 2 } }, {}, 409).retryAfterInMs).toBe(2_000)
    expect(refusal({ retryAfter: 1e308 }, {}, 429).retryAfterInMs).toBe(Number.MAX_SAFE_INTEGER)
    expect(refusal({}, { 'retry-after': '9'.repeat(306) }, 429).retryAfterInMs).toBe(Number.MAX_SAFE_INTEGER)
    expect(refusal({ retryAfterMs: 1_500 }, { 'retry-after': '3' }, 409).retryAfterInMs).toBe(3_000)
  })

  it('is still a rejection if the body can’t be read', () => {
    expect(refusal('<html>Bad Gateway</html>', {}, 502)).toMatchObject({ kind: 'refusal', httpStatus: 502, errorType: null, message: null })
    expect(refusal('', {}, 404)).toMatchObject({ kind: 'refusal', httpStatus: 404 })
    expect(refusal('[1]', {}, 400)).toMatchObject({ kind: 'refusal', details: [] })
  })

  it('reads a storage service’s XML', () => {
    const xml = '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>'
    expect(refusal(xml, { 'x-amz-request-id': 'amz-1' }, 403)).toMatchObject({
      errorType: 'AccessDenied',
      message: 'Request has expired',
      requestId: 'amz-1'
    })
  })

  it('limits the length of the service’s text', () => {
    const fault = refusal({ message: 'x'.repeat(100_000), details: Array.from({ length: 5_000 }, () => 'y'.repeat(10_000)) })
    expect(JSON.stringify(fault).length).toBeLessThan(300_000)
  })
})

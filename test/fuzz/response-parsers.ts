import type { TextResponse } from '../../electron/service/http-client.ts'
import { isCaptivePortal } from '../../electron/service/network-block.ts'
import { readEstimatedCredits } from '../../electron/service/mcp/read-estimated-credits.ts'
import { readModelNamesByCapability } from '../../electron/service/mcp/read-model-names-by-capability.ts'
import { parseToolResponse } from '../../electron/service/mcp/read-tool-response.ts'
import { readToolList } from '../../electron/service/mcp/read-tool-list.ts'
import { parseErrorResponse } from '../../electron/service/error-response.ts'
import {
  readQueryResponse,
  readRecentTasks,
  readSubmitResponse,
  readUploadTicket,
  isRejection
} from '../../electron/service/read-responses.ts'
import { joinCapabilities } from '../../electron/contract/join-capabilities.ts'
import { readPriceUnit } from '../../electron/contract/price-units.ts'
import { readCatalog } from '../../electron/contract/read-catalog.ts'
import { readOpenapi } from '../../electron/contract/read-openapi.ts'
import { catalogEntry } from '../../electron/practice/catalog.ts'
import { deployedCapabilities } from '../../electron/practice/capabilities/deployed-capabilities.ts'
import { openapiDocument } from '../../electron/practice/openapi-document.ts'
import { checkValues, defaultValuesOf, allFieldsOf, modesOf } from '../../shared/form/fields.ts'
import { estimateCredits } from '../../shared/form/pricing.ts'
import { pickFrom } from '../crash/seeded-random-stream.ts'
import { hostileText } from './hostile-values.ts'
import { jsonOf, longRepetitiveText, mutatedJson, mutatedText } from './mutations.ts'
import type { FuzzedParseResult, FuzzedParser } from './fuzzed-parser.ts'

/** Parsers of the service's REST and MCP responses, and of its contract. */

const names = [
  'success',
  'data',
  'taskId',
  'task_id',
  'status',
  'message',
  'error',
  'errorType',
  'errorDetail',
  'details',
  'errors',
  'issues',
  'recovery',
  'retryAfter',
  'retryAfterMs',
  'creditsRequired',
  'creditsConsumed',
  'usageDeferred',
  'result',
  'imageUrl',
  'imageUrls',
  'videoUrl',
  'url',
  'urls',
  'results',
  'outputs',
  'tasks',
  'items',
  'id',
  'createdAt',
  'idempotencyKey',
  'uploadCommand',
  'fileUrl',
  'input',
  'params',
  'businessId',
  'task',
  'node',
  'attributes',
  '__proto__',
  'constructor',
  'length',
  'toString'
]
const file = 'https://storage.example.com/results/a.png?sig=1'
const answers: readonly unknown[] = [
  { success: true, data: { taskId: 't-1', status: 'queued' }, creditsRequired: 5, creditsConsumed: 5 },
  {
    success: true,
    data: { taskId: 't-1', status: 'completed', imageUrl: file, imageUrls: [file, `${file}2`] },
    creditsConsumed: 5,
    usageDeferred: false
  },
  { success: true, status: 'done', result: [{ url: file }, { url: file, thumbnails: [{ url: file }] }] },
  {
    success: false,
    errorType: 'VALIDATION_ERROR',
    message: 'Not so.',
    details: [{ field: 'prompt', message: 'Too long.' }],
    recovery: 'POLL_EXISTING_TASK'
  },
  { success: false, error: { code: 'RATE_LIMITED', message: 'Slow.', details: { fieldErrors: { prompt: ['x'] } } }, retryAfter: 3 },
  { success: true, uploadCommand: `curl -X PUT -T 'a.png' '${file}'`, fileUrl: file },
  {
    tasks: [
      { taskId: 't-1', capability: 'x', status: 'done', createdAt: '2026-11-20T10:00:00Z', idempotencyKey: 'k' },
      't-2',
      { task: { id: 3 } }
    ]
  },
  { data: { running: { 't-1': { status: 'running' } }, done: [] } },
  { edges: [{ node: { id: 't-1', state: 'queued', created_at: 1_700_000_000 } }] }
]

function wireAttempt(random: () => number): FuzzedParseResult {
  const body = mutatedJson(random, pickFrom(random, answers), names)
  const input = body
  const headers = {
    'retry-after': pickFrom(random, ['1', '-1', 'Fri, 20 Nov 2026 10:00:00 GMT', hostileText(random)]),
    'content-type': 'application/json'
  }
  const answer: TextResponse = { status: pickFrom(random, [200, 202, 400, 401, 407, 429, 500, 503]), headers, text: '' }
  const submitted = readSubmitResponse(body)
  const queried = readQueryResponse(answer, body, pickFrom(random, ['imageUrl', 'videoUrl', 'result', '__proto__', 'constructor']))
  const ticket = readUploadTicket(body)
  const recent = readRecentTasks(body)
  const no = isRejection(body)
  const read = [
    submitted === null ? '-' : 'task',
    queried === null ? '-' : `${queried.urls.length} files ${queried.status === null}`,
    ticket === null ? '-' : 'ticket',
    recent === null ? '-' : `${Math.min(recent.length, 9)} tasks`,
    no
  ].join(' ')
  const fault = (): string | null => {
    if (submitted !== null && !isId(submitted.taskId)) return 'A task ID is invalid.'
    for (const figure of [submitted?.creditsRequired, submitted?.creditsConsumed, queried?.creditsRequired, queried?.retryAfterInMs])
      if (typeof figure === 'number' && !Number.isFinite(figure)) return 'A number is invalid.'
    if (queried !== null) {
      if ((queried.status?.length ?? 0) > 200 || (queried.failureMessage?.length ?? 0) > 2_000) return 'A message is too long.'
      if (queried.urls.length > 200 || queried.urls.some((url) => !isWeb(url))) return 'A result has no web address.'
      if ((queried.retryAfterInMs ?? 0) < 0) return 'The wait is negative.'
    }
    if (ticket !== null && !isWeb(ticket.fileUrl)) return 'An upload has no web address.'
    return recent?.some(({ taskId }) => !isId(taskId)) === true ? 'A recent task has no ID.' : null
  }
  return { read, fault: fault(), input }
}

function isWeb(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}
function isId(id: string): boolean {
  return typeof id === 'string' && id.trim() !== ''
}

/** Parses a text as an error response and as a captive portal's page. */
function refusalAttempt(random: () => number): FuzzedParseResult {
  const roll = random()
  const json = jsonOf(mutatedJson(random, pickFrom(random, answers), names))
  const text =
    roll < 0.55
      ? json
      : roll < 0.7
        ? mutatedText(random, json, ['{', '}', '[', ']', '"', ',', ':', '\\u0000', '\\ud800', '1e9999', '-'], 1_000_000)
        : roll < 0.98
          ? mutatedText(
              random,
              pickFrom(random, pages),
              ['<', '>', '</', '<Code>', '<Message>', '<!doctype html>', ']]>', '&lt;', '"'],
              1_000_000
            )
          : longRepetitiveText(random, 1_000_000)
  const headers = Object.fromEntries(
    ['content-type', 'location', 'retry-after', 'x-request-id'].flatMap((name) =>
      random() < 0.5
        ? [[name, pickFrom(random, [hostileText(random), 'text/html', 'application/json', 'https://login.example/', '/x', '5'])]]
        : []
    )
  )
  const answer: TextResponse = {
    status: pickFrom(random, [200, 302, 307, 400, 401, 402, 403, 404, 407, 409, 410, 429, 500, 502, 503, 511]),
    headers,
    text
  }
  const isPage = isCaptivePortal(answer, 'https://api.example.com')
  const fault = parseErrorResponse('submit', answer)
  const isCut =
    (fault.message?.length ?? 0) <= 2_000 && fault.details.length <= 100 && fault.details.every(({ message }) => message.length <= 2_000)
  const isTimed = fault.retryAfterInMs === null || (Number.isFinite(fault.retryAfterInMs) && fault.retryAfterInMs >= 0)
  return {
    read: `${fault.errorType !== null} ${fault.hint} ${fault.details.length > 0} ${isPage}`,
    fault: isCut && isTimed ? null : 'A message is too long, or a wait is invalid.',
    input: text
  }
}

const pages = [
  '<!doctype html><html><head><title>Sign in</title></head><body></body></html>',
  '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Expired</Message></Error>',
  'upstream connect error',
  ''
]

const toolAnswers: readonly unknown[] = [
  { content: [{ type: 'text', text: '{"credits":24}' }], structuredContent: { totalCredits: 24, breakdown: [{ credits: 24 }] } },
  { content: [{ type: 'text', text: 'This costs 1,024 credits.' }], isError: false },
  { data: { estimate: { credits: '12' } } },
  {
    tools: [{ name: 'estimate_credits', inputSchema: { type: 'object', properties: { model: { type: 'string' } } } }, { name: 'x' }],
    nextCursor: 'n'
  },
  {
    models: [
      { model: 'm', capabilities: ['a', 'b'] },
      { id: 'n', capability: 'c' }
    ]
  }
]
const toolNames = [
  ...names,
  'content',
  'structuredContent',
  'text',
  'isError',
  'tools',
  'name',
  'inputSchema',
  'nextCursor',
  'models',
  'capabilities',
  'credits',
  'totalCredits',
  'estimate',
  'currency',
  'price'
]

function toolAttempt(random: () => number): FuzzedParseResult {
  const input =
    random() < 0.1
      ? mutatedText(
          random,
          'This costs 1,024 credits, from 3 credits on.',
          ['1,', '.', ' credits', 'credits', '999,999', ' ', 'up to'],
          200_000
        )
      : mutatedJson(random, pickFrom(random, toolAnswers), toolNames)
  const answer = parseToolResponse(input)
  const credits = readEstimatedCredits(answer === null ? input : answer.structured)
  const { tools, nextCursor } = readToolList(input)
  const models = readModelNamesByCapability(input)
  const isFigure = credits === null || (Number.isFinite(credits) && credits >= 0)
  return {
    read: `${answer === null} ${credits === null} ${tools.length} ${nextCursor === null} ${models.size}`,
    fault: isFigure && tools.every(({ name }) => name !== '') ? null : `The price is ${credits}.`,
    input
  }
}

const contractNames = [
  ...names,
  'openapi',
  'paths',
  'post',
  'get',
  'requestBody',
  'responses',
  'content',
  'application/json',
  'schema',
  'type',
  'properties',
  'items',
  'required',
  'enum',
  'const',
  'default',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'format',
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  '$ref',
  '$defs',
  'x-pricing',
  'x-media',
  'x-category',
  'capability',
  'title',
  'description',
  'category',
  'output',
  'modes',
  'inputFields',
  'inputSchema',
  'resultField',
  'pricing',
  'submitPath',
  'object',
  'array',
  'string',
  'integer',
  'number',
  'boolean',
  'null',
  '#',
  '#/components/schemas/x',
  '#/paths',
  'kind',
  'terms',
  'amount',
  'field',
  'per'
]

async function openContracts(): Promise<{ attempt: (random: () => number) => FuzzedParseResult }> {
  const documents = [...deployedCapabilities.values()].map((definition) => ({
    // Converts to JSON and back, so that the values match those of a real response.
    catalog: JSON.parse(JSON.stringify({ success: true, capabilities: [catalogEntry(definition)] })) as unknown,
    openapi: JSON.parse(JSON.stringify(openapiDocument([definition], 'https://api.example.com'))) as unknown
  }))
  return {
    attempt: (random) => {
      const own = pickFrom(random, documents)
      const catalogTold = random() < 0.6 ? mutatedJson(random, own.catalog, contractNames) : own.catalog
      const openapiTold = random() < 0.8 ? mutatedJson(random, own.openapi, contractNames) : own.openapi
      const catalog = readCatalog(catalogTold)
      const openapi = readOpenapi(openapiTold)
      const capabilities = joinCapabilities({ catalog, openapi })
      let fields = 0
      // Checks only the first three capabilities, to save time. If no document is readable, `capabilities` contains all fallback
      // capabilities.
      for (const capability of capabilities.slice(0, 3)) {
        if (!/^[A-Za-z0-9][A-Za-z0-9._~-]{0,199}$/.test(capability.id))
          return { read: 'bad id', fault: `The capability ${JSON.stringify(capability.id)} can’t be used in a path.`, input: catalogTold }
        fields += allFieldsOf(capability).length
        const values = defaultValuesOf(capability)
        modesOf(capability)
        checkValues(capability, values, () => null)
        estimateCredits(capability, values)
      }
      return {
        read: `${catalog === null} ${openapi === null} ${capabilities.length} ${fields}`,
        fault: null,
        input: [catalogTold, openapiTold]
      }
    }
  }
}

const units = [
  'second',
  'per 1,000 characters',
  'perInputImage',
  'credits per minute of video',
  'megapixel',
  'per image',
  '10 seconds',
  'k chars'
]

function unitAttempt(random: () => number): FuzzedParseResult {
  const text = mutatedText(
    random,
    pickFrom(random, units),
    ['per ', 'each ', 'credits ', '1', ',', '000', '.', ' of ', 'A', 'aB', '_', '-', '/'],
    100_000
  )
  const unit = readPriceUnit(text)
  const isUnit = unit === null || !('per' in unit) || (Number.isFinite(unit.per) && unit.per > 0)
  return { read: unit === null ? '-' : unit.of, fault: isUnit ? null : `The price unit is invalid: ${JSON.stringify(unit)}.`, input: text }
}

export const responseParsers: readonly FuzzedParser[] = [
  { name: 'answers of tasks', share: 150_000, open: async () => ({ attempt: wireAttempt }) },
  { name: 'refusals', share: 60_000, open: async () => ({ attempt: refusalAttempt }) },
  { name: 'answers of tools', share: 50_000, open: async () => ({ attempt: toolAttempt }) },
  { name: 'contracts', share: 30_000, open: openContracts },
  { name: 'units of prices', share: 40_000, open: async () => ({ attempt: unitAttempt }) }
]

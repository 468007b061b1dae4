import { z } from 'zod'
import { validationError } from '../../electron/practice/api-error.ts'
import { jsonResponse } from '../../electron/practice/http-response.ts'
import type { HttpResponse } from '../../electron/practice/http-response.ts'
import type { ApiRequest, Endpoint } from '../../electron/practice/api-server.ts'
import { apiKeyConditions } from '../../electron/practice/ledger-store.ts'
import { faultSchema } from '../../electron/practice/fault-injector.ts'
import { contractMutationSchema } from '../../electron/practice/mutable-contract.ts'
import type { PracticeAccountChange, PracticeInternals } from '../../electron/practice/practice-service.ts'
import { accountWithoutApiKey } from '../../electron/practice/task-snapshot.ts'

const accountChangeSchema: z.ZodType<PracticeAccountChange> = z.object({
  balance: z.number().optional(),
  isSubscribed: z.boolean().optional(),
  keyCondition: z.enum(apiKeyConditions).optional(),
  apiKey: z.string().min(8).optional(),
  expireUploads: z.literal(true).optional()
})
/**
 * Returns a function that finds a test endpoint. It returns null if none matches. Test endpoints inspect and control the service, but
 * aren't part of the simulated API.
 */
export function createTestRouter(parts: PracticeInternals): (method: string, path: string) => Endpoint | null {
  const routes: { readonly [route: string]: (request: ApiRequest) => Promise<HttpResponse> } = {
    'GET /practice/faults': async () => jsonResponse({ success: true, faults: parts.faults.list() }),
    'POST /practice/faults': async ({ body }) => {
      const specs = parse(z.union([z.array(faultSchema), faultSchema.transform((fault) => [fault])]), body)
      return jsonResponse({ success: true, ids: specs.map((spec) => parts.faults.add(spec)) })
    },
    'DELETE /practice/faults': async () => {
      parts.faults.clear()
      return jsonResponse({ success: true })
    },
    'POST /practice/contract': async ({ body }) => {
      parts.contract.move(parse(z.array(contractMutationSchema), body))
      return jsonResponse({ success: true, total: parts.contract.offered.size })
    },
    'DELETE /practice/contract': async () => {
      parts.contract.reset()
      return jsonResponse({ success: true, total: parts.contract.offered.size })
    },
    'GET /practice/ledger': async () => jsonResponse({ success: true, ledger: parts.ledgerStore.ledger() }),
    'GET /practice/tasks': async () => jsonResponse({ success: true, tasks: parts.tasks() }),
    'GET /practice/calls': async () => jsonResponse({ success: true, calls: parts.calls() }),
    'GET /practice/account': async () => jsonResponse({ success: true, account: accountWithoutApiKey(parts.ledgerStore.account()) }),
    'POST /practice/account': async ({ body }) => {
      await parts.changeAccount(parse(accountChangeSchema, body))
      return jsonResponse({ success: true, account: accountWithoutApiKey(parts.ledgerStore.account()) })
    }
  }
  return (method, path) => {
    const run = routes[`${method} ${path}`]
    return run === undefined ? null : { on: null, capability: null, pausesItself: false, access: 'witness', run }
  }
}

function parse<T>(schema: z.ZodType<T>, body: Buffer): T {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    throw validationError([{ field: '', message: 'the body is not JSON' }])
  }
  const read = schema.safeParse(value)
  if (!read.success) throw validationError(read.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message })))
  return read.data
}

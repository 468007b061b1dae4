import { z } from 'zod'
import { validationError } from './api-error.ts'
import { jsonResponse } from './http-response.ts'
import type { HttpResponse } from './http-response.ts'
import type { ApiRequest, Endpoint } from './api-server.ts'
import { apiKeyConditions } from './ledger-store.ts'
import type { AccountRecord, LedgerStore, ServiceTask } from './ledger-store.ts'
import type { LoggedCall } from './call-log.ts'
import { faultSchema } from './fault-injector.ts'
import type { FaultInjector } from './fault-injector.ts'
import type { MutableContract } from './mutable-contract.ts'
import { contractMutationSchema } from './mutable-contract.ts'
import { taskStatus } from './task-status.ts'

/** A task as recorded by the practice service. Tests compare it with the journal and the disk. Times are in milliseconds since 1970. */
export type TaskSnapshot = {
  readonly taskId: string
  readonly capability: string
  readonly idempotencyKey: string
  /** The parsed body. */
  readonly body: unknown
  /** SHA-256 of the exact bytes that were sent, in lower-case hex. */
  readonly bodySha256: string
  readonly status: string
  readonly credits: number
  readonly createdAt: number
  readonly endedAt: number | null
  /** Empty until the task is completed. Each `url` is valid for `resultLifetimeInMs` from now. */
  readonly outputs: readonly { readonly url: string; readonly sha256: string; readonly bytes: number; readonly contentType: string }[]
}

/** Account fields that can be changed. */
const accountChangeSchema = z.object({
  balance: z.number().optional(),
  isSubscribed: z.boolean().optional(),
  keyCondition: z.enum(apiKeyConditions).optional(),
  /** A new API key. The previous API key becomes invalid. */
  apiKey: z.string().min(8).optional(),
  /** Expires all uploads granted so far. */
  expireUploads: z.literal(true).optional()
})
export type AccountChange = z.output<typeof accountChangeSchema>

export type TestRouterOptions = {
  readonly ledgerStore: LedgerStore
  readonly faults: FaultInjector
  readonly contract: MutableContract
  readonly calls: () => readonly LoggedCall[]
  readonly tasks: () => readonly TaskSnapshot[]
  readonly changeAccount: (change: AccountChange) => Promise<void>
}

export function taskSnapshot(task: ServiceTask, now: number, linkTo: (index: number, contentType: string) => string): TaskSnapshot {
  const outputs = task.end?.kind === 'completed' ? task.end.outputs : []
  return {
    taskId: task.taskId,
    capability: task.capability,
    idempotencyKey: task.idempotencyKey,
    body: JSON.parse(task.bodyText),
    bodySha256: task.bodySha256,
    status: taskStatus(task, now),
    credits: task.credits,
    createdAt: task.createdAt,
    endedAt: task.end?.at ?? null,
    outputs: outputs.map(({ sha256, bytes, contentType }, index) => ({ url: linkTo(index, contentType), sha256, bytes, contentType }))
  }
}

/** Returns the account without its API key. */
export function accountWithoutApiKey(account: AccountRecord): Omit<AccountRecord, 'apiKey'> {
  const { apiKey: _, ...rest } = account
  return rest
}

/** Returns a function that finds test endpoints, which inspect and control the service. They aren't part of the simulated API. */
export function createTestRouter(parts: TestRouterOptions): (method: string, path: string) => Endpoint | null {
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

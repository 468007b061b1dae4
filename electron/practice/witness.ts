import { z } from 'zod'
import { validationError } from './api-error.ts'
import { jsonAnswer } from './answer.ts'
import type { Answer } from './answer.ts'
import type { Arrival, Endpoint } from './api-server.ts'
import { keyConditions } from './books.ts'
import type { Account, Books, TaskRecord } from './books.ts'
import type { Call } from './calls.ts'
import { faultSchema } from './faults.ts'
import type { Faults } from './faults.ts'
import type { MovingContract } from './moving-contract.ts'
import { contractMoveSchema } from './moving-contract.ts'
import { taskStatus } from './task-status.ts'

/** A task as the practice service knows it; what a test holds against the journal and the disk. Times in milliseconds since 1970. */
export type TaskWitness = {
  readonly taskId: string
  readonly capability: string
  readonly idempotencyKey: string
  /** Parsed. */
  readonly body: unknown
  /** Of the exact bytes that were sent, lower-case hex. */
  readonly bodySha256: string
  readonly status: string
  readonly credits: number
  readonly createdAt: number
  readonly endedAt: number | null
  /** `url` is good for the usual lifetime from now. Empty until completed. */
  readonly outputs: readonly { readonly url: string; readonly sha256: string; readonly bytes: number; readonly contentType: string }[]
}

/** What may be changed of the account. */
const accountChangeSchema = z.object({
  balance: z.number().optional(),
  isSubscribed: z.boolean().optional(),
  keyCondition: z.enum(keyConditions).optional(),
  /** A new key; the old one is worth nothing from then on. */
  apiKey: z.string().min(8).optional(),
  /** Everything uploaded so far has expired. */
  expireUploads: z.literal(true).optional()
})
export type AccountChange = z.output<typeof accountChangeSchema>

/** What is seen from outside, and what may be changed there. */
export type WitnessParts = {
  readonly books: Books
  readonly faults: Faults
  readonly contract: MovingContract
  readonly calls: () => readonly Call[]
  readonly tasks: () => readonly TaskWitness[]
  readonly changeAccount: (change: AccountChange) => Promise<void>
}

export function witnessOf(task: TaskRecord, now: number, linkTo: (index: number, contentType: string) => string): TaskWitness {
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

/** The account without its key. */
export function accountView(account: Account): Omit<Account, 'apiKey'> {
  const { apiKey: _, ...rest } = account
  return rest
}

/** The paths under `/practice/`: for other processes that use the service as witness. Not part of the API that is practised. */
export function createWitnessEndpoints(parts: WitnessParts): (method: string, path: string) => Endpoint | null {
  const routes: { readonly [route: string]: (arrival: Arrival) => Promise<Answer> } = {
    'GET /practice/faults': async () => jsonAnswer({ success: true, faults: parts.faults.list() }),
    'POST /practice/faults': async ({ body }) => {
      const wishes = parse(z.union([z.array(faultSchema), faultSchema.transform((fault) => [fault])]), body)
      return jsonAnswer({ success: true, ids: wishes.map((wish) => parts.faults.add(wish)) })
    },
    'DELETE /practice/faults': async () => {
      parts.faults.clear()
      return jsonAnswer({ success: true })
    },
    'POST /practice/contract': async ({ body }) => {
      parts.contract.move(parse(z.array(contractMoveSchema), body))
      return jsonAnswer({ success: true, total: parts.contract.offered.size })
    },
    'DELETE /practice/contract': async () => {
      parts.contract.reset()
      return jsonAnswer({ success: true, total: parts.contract.offered.size })
    },
    'GET /practice/ledger': async () => jsonAnswer({ success: true, ledger: parts.books.ledger() }),
    'GET /practice/tasks': async () => jsonAnswer({ success: true, tasks: parts.tasks() }),
    'GET /practice/calls': async () => jsonAnswer({ success: true, calls: parts.calls() }),
    'GET /practice/account': async () => jsonAnswer({ success: true, account: accountView(parts.books.account()) }),
    'POST /practice/account': async ({ body }) => {
      await parts.changeAccount(parse(accountChangeSchema, body))
      return jsonAnswer({ success: true, account: accountView(parts.books.account()) })
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
    throw validationError([{ field: '', message: 'is not JSON' }])
  }
  const read = schema.safeParse(value)
  if (!read.success) throw validationError(read.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message })))
  return read.data
}

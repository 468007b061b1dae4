import type { IncomingMessage } from 'node:http'
import type { Accounts } from './accounts.ts'
import type { Endpoint, ImageKind, Personality, TextKind } from './personality.ts'
import type { OutputFile } from './output-file.ts'
import type { RateLimit } from './rate-limit.ts'

/** The capability whose results are text. */
export const textCapability = 'transcriber'

/** A result of a task. `versions`: the file, and what replaced it later. */
export type RogueOutput = {
  readonly index: number
  readonly versions: OutputFile[]
  /** How often an address of it was named, and at which of them a download failed first; null: never. */
  addressesNamed: number
  failedAtAddress: number | null
  downloads: number
  isDownloaded: boolean
}

/** A choice of faces, as `select_faces` was called with it. */
export type FaceChoice = { readonly at: number; readonly faces: readonly { readonly face: number; readonly reference: number | null }[] }

/** A task of the service. Times are milliseconds since 1970 by the service's clock. */
export type RogueTask = {
  /** Counts tasks as they are made, from 0; tasks of the website too. */
  readonly number: number
  readonly taskId: string
  readonly account: string
  readonly capability: string
  /** Null: made on the website. */
  readonly idempotencyKey: string | null
  readonly body: string
  readonly madeAt: number
  readonly credits: number
  readonly outputs: readonly RogueOutput[]
  /** In [0, 1): it fails where the share of failing tasks is above this. */
  readonly fate: number
  readonly asksForFaces: boolean
  readonly choices: FaceChoice[]
  outcome: 'open' | 'finished' | 'failed'
  finishedAt: number | null
  answers: number
  finishedAnswers: number
}

export type LedgerEntry = {
  readonly kind: 'charge' | 'refund'
  readonly account: string
  readonly taskId: string
  readonly idempotencyKey: string | null
  readonly credits: number
  readonly at: number
}

/** A call as it came and was answered. `status` null: no answer left. */
export type RogueCall = {
  readonly at: number
  readonly endpoint: Endpoint | 'download' | 'unknown'
  readonly method: string
  readonly path: string
  readonly account: string | null
  readonly idempotencyKey: string | null
  taskId: string | null
  status: number | null
  errorType: string | null
}

/** Something that an honest client never does. */
export type RogueViolation = { readonly rule: string; readonly words: string }

/** What all parts of the service share. */
export type ServiceState = {
  personality: Personality
  /** Milliseconds since 1970 by the service's clock. */
  readonly now: () => number
  readonly secondInMs: number
  readonly random: () => number
  readonly accounts: Accounts
  readonly tasks: RogueTask[]
  readonly ledger: LedgerEntry[]
  readonly calls: RogueCall[]
  readonly violations: RogueViolation[]
  readonly submitRate: RateLimit
  readonly queryRate: RateLimit
  /** What was asked for, read from the body of a submission; null if that is not known. */
  readonly intentOf: (body: string) => string | null
  /** Origins of the API, of storage, and of the place that storage redirects to. */
  readonly origins: () => { readonly api: string; readonly storage: string; readonly other: string }
}

export function kindOfOutput({ storage }: Personality, capability: string, index: number): ImageKind | TextKind {
  if (capability === textCapability) return storage.texts
  if (storage.images !== 'mixed') return storage.images
  return (['png', 'large-png', 'unknown'] as const)[index % 3] ?? 'png'
}

/** Notes a call as it came; what is not known yet is null. */
export function noteCall(
  state: ServiceState,
  request: IncomingMessage,
  endpoint: RogueCall['endpoint'],
  idempotencyKey: string | null = null
): RogueCall {
  const { method = '', url: path = '' } = request
  const call = { at: state.now(), endpoint, method, path, account: null, idempotencyKey, taskId: null, status: null, errorType: null }
  state.calls.push(call)
  return call
}

export function report(state: ServiceState, rule: string, words: string): void {
  state.violations.push({ rule, words })
}

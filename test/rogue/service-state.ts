import type { IncomingMessage } from 'node:http'
import type { RogueAccounts } from './rogue-accounts.ts'
import type { RogueEndpoint, ImageKind, Personality, TextKind } from './personality.ts'
import type { OutputFile } from './output-file.ts'
import type { CallRateMonitor } from './call-rate-monitor.ts'

/** ID of the capability whose results are text. */
export const textCapabilityId = 'transcriber'

/** A task's result. `versions`: the original file, and the file that replaces it if there is a `replaced` fault. */
export type RogueOutput = {
  readonly index: number
  readonly versions: OutputFile[]
  /**
   * `addressesNamed`: number of URLs of this result that were returned. `failedAtAddress`: that number when a download first failed. Null
   * if no download failed.
   */
  addressesNamed: number
  failedAtAddress: number | null
  downloads: number
  isDownloaded: boolean
}

/** A face selection that was passed to `select_faces`. */
export type RogueFaceSelection = {
  readonly at: number
  readonly faces: readonly { readonly face: number; readonly reference: number | null }[]
}

/** A task of the service. Times are milliseconds since 1970 by the service's clock. */
export type RogueTask = {
  /** Position in order of creation, from 0. Tasks created on the website are included. */
  readonly number: number
  readonly taskId: string
  readonly account: string
  readonly capability: string
  /** Null if the task was made on the website. */
  readonly idempotencyKey: string | null
  readonly body: string
  readonly madeAt: number
  readonly credits: number
  readonly outputs: readonly RogueOutput[]
  /** Random number in [0, 1). The task fails if this number is below `failingShare`. */
  readonly fate: number
  readonly asksForFaces: boolean
  readonly choices: RogueFaceSelection[]
  outcome: 'open' | 'finished' | 'failed'
  finishedAt: number | null
  answers: number
  finishedAnswers: number
}

export type RogueLedgerEntry = {
  readonly kind: 'charge' | 'refund'
  readonly account: string
  readonly taskId: string
  readonly idempotencyKey: string | null
  readonly credits: number
  readonly at: number
}

/** A call and its response. `status` is null if no response was sent. */
export type RogueCall = {
  readonly at: number
  readonly endpoint: RogueEndpoint | 'download' | 'unknown'
  readonly method: string
  readonly path: string
  readonly account: string | null
  readonly idempotencyKey: string | null
  taskId: string | null
  status: number | null
  errorType: string | null
}

/** A call that no honest client would make. */
export type ClientViolation = { readonly rule: string; readonly words: string }

/** State that all parts of the service share. */
export type ServiceState = {
  personality: Personality
  /** Returns the current time by the service's clock, in milliseconds since 1970. */
  readonly now: () => number
  readonly secondInMs: number
  readonly random: () => number
  readonly accounts: RogueAccounts
  readonly tasks: RogueTask[]
  readonly ledger: RogueLedgerEntry[]
  readonly calls: RogueCall[]
  readonly violations: ClientViolation[]
  readonly submitRate: CallRateMonitor
  readonly queryRate: CallRateMonitor
  /** Returns a submission's intent, read from its body. Tasks with the same intent are the same request. Null if unknown. */
  readonly intentOf: (body: string) => string | null
  /** Returns the origins of the API, the storage and the redirect target. */
  readonly origins: () => { readonly api: string; readonly storage: string; readonly other: string }
}

export function rogueOutputKind({ storage }: Personality, capability: string, index: number): ImageKind | TextKind {
  if (capability === textCapabilityId) return storage.texts
  if (storage.images !== 'mixed') return storage.images
  return (['png', 'large-png', 'unknown'] as const)[index % 3] ?? 'png'
}

/** Records an incoming call and returns the record. Fields that aren't known yet are null. */
export function recordRogueCall(
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

export function reportViolation(state: ServiceState, rule: string, words: string): void {
  state.violations.push({ rule, words })
}

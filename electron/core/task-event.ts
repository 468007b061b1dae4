import type { Fault } from '../../shared/fault.ts'
import type { HoldReason, Result } from '../../shared/task.ts'
import type { Queried, Submitted } from './answers.ts'
import type { RefusedUpload } from './task-record.ts'

/** What can happen to a task. The journal keeps each one that tells something new. Kinds are stored; do not rename. */
export type TaskEvent =
  /** The app came up and found the task in the journal. */
  | { readonly kind: 'restarted' }
  | { readonly kind: 'upload-began' }
  | { readonly kind: 'upload-failed'; readonly fault: Fault }
  /** The service named an upload command that Kiln does not trust. */
  | { readonly kind: 'upload-refused'; readonly fault: Fault; readonly upload: RefusedUpload }
  /** A person has run it. */
  | { readonly kind: 'uploaded-by-hand' }
  /** The submit request is about to leave. `body`: the exact text, the same on every send of one key (I2). */
  | { readonly kind: 'sending'; readonly body: string }
  | { readonly kind: 'submitted'; readonly answer: Submitted; readonly httpStatus: number; readonly requestId: string | null }
  | { readonly kind: 'submit-failed'; readonly fault: Fault }
  /** The recent tasks were read; `foundTaskId` is this task there, or null. */
  | { readonly kind: 'recent-read'; readonly foundTaskId: string | null; readonly requestId: string | null }
  | { readonly kind: 'recent-failed'; readonly fault: Fault }
  /** `stems`: places reserved for the outputs when the answer brings results; empty otherwise. */
  | {
      readonly kind: 'queried'
      readonly answer: Queried
      readonly stems: readonly string[]
      readonly httpStatus: number
      readonly requestId: string | null
    }
  | { readonly kind: 'query-failed'; readonly fault: Fault }
  | { readonly kind: 'kept'; readonly index: number; readonly result: Result }
  /** The library folder that the place was reserved in is gone, and a person chose another one. */
  | { readonly kind: 'moved'; readonly index: number; readonly stem: string }
  | { readonly kind: 'keep-failed'; readonly fault: Fault }
  | { readonly kind: 'account-held'; readonly reason: HoldReason }
  | { readonly kind: 'account-mended' }
  | { readonly kind: 'cancelled' }
  /** A person asks for another look. */
  | { readonly kind: 'look-again' }
  | { readonly kind: 'hidden' }

/** What a decision tells beyond the task itself. */
export type Notice =
  | {
      readonly kind: 'hold-account'
      readonly reason: HoldReason
      readonly message: string | null
      readonly requestId: string | null
      readonly credits: number | null
    }
  | { readonly kind: 'slow-down'; readonly delayInMs: number }
  | { readonly kind: 'offline' }
  | { readonly kind: 'online' }
  | { readonly kind: 'read-recent' }
  | { readonly kind: 'forget-uploads' }
  | { readonly kind: 'capabilities-moved' }

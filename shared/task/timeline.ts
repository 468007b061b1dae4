import { z } from 'zod'
import type { CodeWithParams, NoParams } from '../coded.ts'

const none = z.object({})

/** Facts of an event that its other fields don't contain. All numbers are credits. Stored. Don't rename. */
export const timelineDetailSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('charged-later'), params: none }),
  z.object({ code: z.literal('not-charged-yet'), params: none }),
  z.object({ code: z.literal('charged'), params: z.object({ consumed: z.number() }) }),
  z.object({ code: z.literal('price-unknown'), params: z.object({ before: z.number() }) }),
  z.object({ code: z.literal('price-changed'), params: z.object({ before: z.number(), now: z.number() }) }),
  z.object({ code: z.literal('over-daily-limit'), params: z.object({ limit: z.number() }) }),
  /** Another copy of Kiln may already have sent the task. */
  z.object({ code: z.literal('not-sent-because-of-copy'), params: none }),
  z.object({ code: z.literal('cancelled-despite-copy'), params: none })
])
export type TimelineDetail = z.infer<typeof timelineDetailSchema>

/** `note`: the service's message or an error code. Null if unknown. */
type Noted = { readonly note: string | null }
/** `next`: Kiln's next step after a failed call. */
type Failed = Noted & { readonly next: TimelineNextStep }
/** `note`: a sentence that an earlier version stored, otherwise null. `detail`: null if there are no further facts. */
type Detailed = Noted & { readonly detail: TimelineDetail | null }

/** Kiln's next step after a failed call. */
export type TimelineNextStep =
  | 'on-hold'
  | 'nothing-charged'
  | 'contact-support'
  | 'check-recent-tasks'
  | 'check-status'
  | 'check-status-again'
  | 'wait-for-network'
  | 'send-again'
  | 'upload-again'
  | 'retry'

/** Codes of timeline entries, with their parameters. */
export type TimelineParams = {
  'task-saved': NoParams
  restored: NoParams
  'created-elsewhere': NoParams
  'closed-while-sending': NoParams
  resumed: NoParams
  'uploading-files': NoParams
  'upload-failed': Failed
  'upload-command-rejected': NoParams
  'files-uploaded': NoParams
  'upload-confirmed': NoParams
  sent: NoParams
  'too-old-to-resend': NoParams
  accepted: Detailed
  'not-sent': Failed
  'no-response': Failed
  rejected: Failed
  inconclusive: Failed
  'found-in-recent-tasks': NoParams
  'resending-after-search': NoParams
  'not-in-recent-tasks': NoParams
  'recent-tasks-unread': Noted & { readonly next: TimelineNextStep | null }
  'status-unread': Failed
  'faces-selected': NoParams
  'faces-accepted': NoParams
  'faces-rejected': Noted
  'faces-inconclusive': Noted & { readonly isForSupport: boolean }
  'result-saved': { readonly fileName: string | null }
  'disk-full': NoParams
  'folder-missing': NoParams
  'folder-not-writable': NoParams
  'result-not-saved': NoParams
  'download-interrupted': Noted
  'duplicate-download': NoParams
  'downloading-again': NoParams
  'folder-changed': NoParams
  'on-hold': NoParams
  'account-fixed': NoParams
  'waiting-for-confirmation': Detailed
  'price-approved': NoParams
  'copy-approved': NoParams
  'question-resolved': NoParams
  cancelled: Detailed
  'cancellation-undone': NoParams
  'checked-by-user': NoParams
  'checked-by-kiln': NoParams
  hidden: NoParams
  unhidden: NoParams
  'failed-at-service': Noted
  finished: NoParams
  'files-not-downloadable': NoParams
  'waiting-for-faces': NoParams
  running: NoParams
  'service-status': { readonly status: string }
  refunded: NoParams
  'no-credits-charged': NoParams
  'not-refunded-yet': NoParams
  'credits-unknown': NoParams
}
export type TimelineCode = keyof TimelineParams

/** An event in the life of a task. `shared/phrases` has the sentences. */
export type TimelineStep = CodeWithParams<TimelineParams>

/** An entry of a task's timeline. `at`: milliseconds since 1970. */
export type TimelineEntry = TimelineStep & {
  readonly at: number
  readonly tone: TimelineTone
  readonly httpStatus: number | null
  readonly errorType: string | null
  readonly requestId: string | null
  /** ID to show if there is no request ID. Null if there is no other ID. */
  readonly reference: TimelineReference | null
}

export type TimelineTone = 'plain' | 'working' | 'done' | 'failed' | 'held' | 'unknown' | 'needs'

export type TimelineReference = { readonly kind: 'idempotency-key' | 'task' | 'file'; readonly id: string }

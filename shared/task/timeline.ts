import { z } from 'zod'

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
export type TimelineDetailCode = TimelineDetail['code']

type None = Readonly<Record<string, never>>
/** `note`: the service's message or an error code. Null if unknown. */
type Noted = { readonly note: string | null }
/** `next`: what Kiln does after a failed call. */
type Failed = Noted & { readonly next: TimelineNextStep }
/** `note`: a sentence of an earlier version, shown as stored. Null if unknown. */
type Detailed = Noted & { readonly detail: TimelineDetail | null }

/** What Kiln does after a failed call. */
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
  'task-saved': None
  restored: None
  'created-elsewhere': None
  'closed-while-sending': None
  resumed: None
  'uploading-files': None
  'upload-failed': Failed
  'upload-command-rejected': None
  'files-uploaded': None
  'upload-confirmed': None
  sent: None
  'too-old-to-resend': None
  accepted: Detailed
  'not-sent': Failed
  'no-response': Failed
  rejected: Failed
  inconclusive: Failed
  'found-in-recent-tasks': None
  'resending-after-search': None
  'not-in-recent-tasks': None
  'recent-tasks-unread': Noted & { readonly next: TimelineNextStep | null }
  'status-unread': Failed
  'faces-selected': None
  'faces-accepted': None
  'faces-rejected': Noted
  'faces-inconclusive': Noted & { readonly isForSupport: boolean }
  'result-saved': { readonly fileName: string | null }
  'disk-full': None
  'folder-missing': None
  'folder-not-writable': None
  'result-not-saved': None
  'download-interrupted': Noted
  'duplicate-download': None
  'downloading-again': None
  'folder-changed': None
  'on-hold': None
  'account-fixed': None
  'waiting-for-confirmation': Detailed
  'price-approved': None
  'copy-approved': None
  'question-resolved': None
  cancelled: Detailed
  'cancellation-undone': None
  'checked-by-user': None
  'checked-by-kiln': None
  hidden: None
  unhidden: None
  'failed-at-service': Noted
  finished: None
  'files-not-downloadable': None
  'waiting-for-faces': None
  running: None
  'service-status': { readonly status: string }
  refunded: None
  'no-credits-charged': None
  'not-refunded-yet': None
  'credits-unknown': None
}
export type TimelineCode = keyof TimelineParams

/** What happened. `shared/phrases` has the sentences. */
export type TimelineStep = { readonly [Code in TimelineCode]: { readonly code: Code; readonly params: TimelineParams[Code] } }[TimelineCode]

/** A step of a task. `at`: milliseconds since 1970. */
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

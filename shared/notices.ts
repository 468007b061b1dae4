import { z } from 'zod'

/** What the system tells of Kiln while its window is not in front. Stored; do not rename. */
export const noticeKinds = ['done', 'needs-you', 'held', 'failed'] as const
export type NoticeKind = (typeof noticeKinds)[number]

const minuteOfDay = z.number().int().min(0).max(1439)
const quietHoursSchema = z.object({ isOn: z.boolean(), from: minuteOfDay, to: minuteOfDay })
/** Hours in which nothing is told. Minutes since midnight by the local clock; `to` before `from` is on the next day. */
export type QuietHours = Readonly<z.infer<typeof quietHoursSchema>>

export const noticeRulesSchema = z.object({
  kinds: z.object({ done: z.boolean(), 'needs-you': z.boolean(), held: z.boolean(), failed: z.boolean() }),
  quiet: quietHoursSchema
})
/** Which kinds are told, and when nothing is. */
export type NoticeRules = Readonly<z.infer<typeof noticeRulesSchema>>

export const defaultNoticeRules: NoticeRules = {
  kinds: { done: true, 'needs-you': true, held: true, failed: true },
  quiet: { isOn: false, from: 22 * 60, to: 8 * 60 }
}

/** Where a notice leads. `taskId` may name a batch. */
export type NoticePlace =
  | { readonly to: 'result'; readonly itemId: string }
  | { readonly to: 'faces'; readonly taskId: string }
  | { readonly to: 'queue'; readonly taskId: string | null }
  | { readonly to: 'library' }
  | { readonly to: 'account' }

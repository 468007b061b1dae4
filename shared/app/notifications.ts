import { z } from 'zod'

/** Kinds of notifications that are shown while the window isn't in front. Stored, so don't rename them. */
export const notificationKinds = ['done', 'needs-you', 'held', 'failed'] as const
export type NotificationKind = (typeof notificationKinds)[number]

const minuteOfDay = z.number().int().min(0).max(1439)
const quietHoursSchema = z.object({ isOn: z.boolean(), from: minuteOfDay, to: minuteOfDay })
/**
 * Hours without notifications. `from` and `to` are in minutes since midnight, local time. If `to` is less than `from`, the quiet hours end
 * on the next day.
 */
export type QuietHours = Readonly<z.infer<typeof quietHoursSchema>>

export const notificationSettingsSchema = z.object({
  kinds: z.object({ done: z.boolean(), 'needs-you': z.boolean(), held: z.boolean(), failed: z.boolean() }),
  quiet: quietHoursSchema
})
/** The kinds of notifications to show, and the quiet hours. */
export type NotificationSettings = Readonly<z.infer<typeof notificationSettingsSchema>>

export const defaultNotificationSettings: NotificationSettings = {
  kinds: { done: true, 'needs-you': true, held: true, failed: true },
  quiet: { isOn: false, from: 22 * 60, to: 8 * 60 }
}

/** The view that a clicked notification opens. `taskId` may be the ID of a batch. */
export type NotificationDestination =
  | { readonly to: 'result'; readonly itemId: string }
  | { readonly to: 'faces'; readonly taskId: string }
  | { readonly to: 'queue'; readonly taskId: string | null }
  | { readonly to: 'library' }
  | { readonly to: 'account' }

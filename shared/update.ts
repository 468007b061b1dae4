import { z } from 'zod'

/** `beta`: versions that are not finished, too. Stored; do not rename. */
export const updateChannels = ['stable', 'beta'] as const
export type UpdateChannel = (typeof updateChannels)[number]

/** Stored; do not rename. */
export const updateRulesSchema = z.object({
  channel: z.enum(updateChannels),
  /** Kiln looks by itself, from time to time. */
  looks: z.boolean(),
  /** A person is asked before anything is downloaded. */
  asks: z.boolean()
})
export type UpdateRules = Readonly<z.infer<typeof updateRulesSchema>>

export const defaultUpdateRules: UpdateRules = { channel: 'stable', looks: true, asks: true }

/** A version that is newer than the one that runs. `notes`: plain text, with a line for each point; null: nobody wrote any. */
export type UpdateNews = { readonly version: string; readonly notes: string | null }

/**
 * Why this copy does not update itself: it is run from its sources (`unpackaged`), nobody said where updates would come from when it was packed
 * (`no-source`), it is one file that is carried about (`portable`), or the system's package manager put it there (`package-manager`).
 */
export const noUpdateReasons = ['unpackaged', 'no-source', 'portable', 'package-manager'] as const
export type NoUpdateReason = (typeof noUpdateReasons)[number]

/** How it stands with updates. All times in milliseconds since 1970. */
export type UpdateState =
  | { readonly kind: 'off'; readonly reason: NoUpdateReason }
  /** `checkedAt` null: nobody has looked since the start. */
  | { readonly kind: 'current'; readonly checkedAt: number | null }
  | { readonly kind: 'checking' }
  /** It is not downloaded; `isAgreed`: it may be, as soon as nothing is on its way. */
  | { readonly kind: 'available'; readonly news: UpdateNews; readonly isAgreed: boolean }
  /** `share`: from 0 to 1. */
  | { readonly kind: 'downloading'; readonly news: UpdateNews; readonly share: number }
  /** It takes the place of this version when Kiln quits. */
  | { readonly kind: 'ready'; readonly news: UpdateNews }
  /** `news` null: it was not even found whether there is one. */
  | { readonly kind: 'failed'; readonly at: number; readonly news: UpdateNews | null }

export type UpdateStatus = {
  readonly state: UpdateState
  /** Files or a task are on their way, so nothing is downloaded now and Kiln does not restart. */
  readonly isBusy: boolean
  /** Where newer versions are looked for: a host, or a host and a repository. Null: nowhere. */
  readonly source: string | null
}

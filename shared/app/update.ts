import { z } from 'zod'

/** `beta` includes pre-release versions. Stored. Don't rename. */
export const updateChannels = ['stable', 'beta'] as const
export type UpdateChannel = (typeof updateChannels)[number]

/** Stored. Don't rename. */
export const updateSettingsSchema = z.object({
  channel: z.enum(updateChannels),
  /** True if Kiln checks for updates automatically. */
  looks: z.boolean(),
  /** True if Kiln asks before it downloads anything. */
  asks: z.boolean()
})
export type UpdateSettings = Readonly<z.infer<typeof updateSettingsSchema>>

export const defaultUpdateSettings: UpdateSettings = { channel: 'stable', looks: true, asks: true }

/** A version newer than the running one. `notes`: plain text, one line per point. Null if the version doesn't have notes. */
export type AvailableUpdate = { readonly version: string; readonly notes: string | null }

/**
 * Why this copy doesn't update itself. `unpackaged`: it runs from source. `no-source`: it was packaged without an update source.
 * `portable`: it is a single portable file. `package-manager`: the system's package manager installed it.
 */
export const noUpdateReasons = ['unpackaged', 'no-source', 'portable', 'package-manager'] as const
export type NoUpdateReason = (typeof noUpdateReasons)[number]

/** State of updates. All times are in milliseconds since 1970. */
export type UpdatePhase =
  | { readonly kind: 'off'; readonly reason: NoUpdateReason }
  /** `checkedAt` is null if there was no check since Kiln started. */
  | { readonly kind: 'current'; readonly checkedAt: number | null }
  | { readonly kind: 'checking' }
  /**
   * The update isn't downloaded yet. `isAgreed`: true if the user accepted the download. The download starts once no task is in one of
   * `transferPhases`.
   */
  | { readonly kind: 'available'; readonly update: AvailableUpdate; readonly isAgreed: boolean }
  /** `share`: the downloaded fraction, from 0 to 1. */
  | { readonly kind: 'downloading'; readonly update: AvailableUpdate; readonly share: number }
  /** The update is installed when Kiln quits. */
  | { readonly kind: 'ready'; readonly update: AvailableUpdate }
  /** `update` is null if the check itself failed. */
  | { readonly kind: 'failed'; readonly at: number; readonly update: AvailableUpdate | null }

export type UpdateStatus = {
  readonly state: UpdatePhase
  /** True while any task is in one of `transferPhases`. Nothing is downloaded then, and Kiln doesn't restart. */
  readonly isBusy: boolean
  /** Where Kiln checks for updates: a host, or a host and a repository. Null if Kiln doesn't check for updates. */
  readonly source: string | null
}

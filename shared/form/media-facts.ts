import type { InputMedium } from './json-schema.ts'

/** Facts read from a file, in bytes, pixels and seconds. Null if they don't apply or couldn't be read. */
export type MediaFacts = {
  readonly name: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly modifiedAt: number
  /** Detected from magic bytes, never from the name. Null if unknown. */
  readonly medium: InputMedium | null
  /** Usual extension of the detected format, such as `png`. Null if unknown. */
  readonly format: string | null
  readonly contentType: string
  readonly width: number | null
  readonly height: number | null
  readonly durationInSeconds: number | null
  /** True if a video has audio. Null if unknown or not a video. */
  readonly hasSound: boolean | null
  /** True for an animated image, such as an animated GIF. */
  readonly isAnimated: boolean
  /** True if the first bytes identify a format but the rest of the file doesn't match it. Such a file is truncated or damaged. */
  readonly isTorn: boolean
}

/** Media that the window can show: its facts, and its URL on the app's own protocol. */
export type InspectedMedia = { readonly facts: MediaFacts; readonly previewUrl: string }

/** A file that was passed to the window, with a token in place of its path. */
export type LocalMedia = InspectedMedia & { readonly draft: string }

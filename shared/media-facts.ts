import type { InputMedium } from './json-schema.ts'

/** What was found by looking into a file: bytes, pixels, seconds. Null: does not apply or could not be read. */
export type MediaFacts = {
  readonly name: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly modifiedAt: number
  /** By magic bytes, never by name; null when it is none of the media Kiln knows. */
  readonly medium: InputMedium | null
  /** Usual ending of the format that was found, such as `png`; null when unknown. */
  readonly format: string | null
  readonly contentType: string
  readonly width: number | null
  readonly height: number | null
  readonly durationInSeconds: number | null
  /** Whether a video has sound. */
  readonly hasSound: boolean | null
  /** A picture of several that follow one another, such as a moving GIF. */
  readonly isAnimated: boolean
  /** Its first bytes say what it is, and the rest does not keep that: cut off or damaged. */
  readonly isTorn: boolean
}

/** Media that the window can show: facts, and where it is served over the app's own protocol. */
export type KnownMedia = { readonly facts: MediaFacts; readonly previewUrl: string }

/** A file handed to the window, and a token that stands for its path. */
export type DraftMedia = KnownMedia & { readonly draft: string }

import type { Medium } from './json-schema.ts'

/** What was found by looking into a file: bytes, pixels, seconds. Null: does not apply or could not be read. */
export type MediaFacts = {
  readonly name: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly modifiedAt: number
  /** By magic bytes, never by name; null when it is none of the media Kiln knows. */
  readonly medium: Medium | null
  /** Usual ending of the format that was found, such as `png`; null when unknown. */
  readonly format: string | null
  readonly contentType: string
  readonly width: number | null
  readonly height: number | null
  readonly durationInSeconds: number | null
}

/** A file handed to the window: its facts, and a token that stands for its path. */
export type DraftMedia = {
  readonly draft: string
  readonly facts: MediaFacts
  /** Address of a preview over the app's own protocol. */
  readonly previewUrl: string
}

import type { CodeWithParams, NoParams } from '../coded.ts'
import type { SchemaRule } from './fields/schema-errors.ts'
import type { InputMedium } from './json-schema.ts'

/**
 * Subject of a problem. `label` is a field's label. `name` is a property that doesn't have a field. `number` is the one-based position in a
 * list of media.
 */
export type Subject =
  | { readonly kind: 'prompt' }
  | { readonly kind: 'media'; readonly label: string }
  | { readonly kind: 'media-item'; readonly medium: InputMedium | null; readonly number: number }
  | { readonly kind: 'field'; readonly label: string }
  | { readonly kind: 'property'; readonly name: string }

/** Steps inside a JSON value: labels or property names, and zero-based indexes. */
export type JsonPath = readonly (string | number)[]

/** Size in pixels. */
export type PixelSize = { readonly width: number; readonly height: number }

/** The actual content of a file that isn't of the field's medium. `medium` and `format` are null if unknown. */
export type FileContent = { readonly medium: InputMedium | null; readonly format: string | null; readonly contentType: string }

/** Parameters of each reason why values can't be sent. Durations are in seconds, sizes in bytes and edges in pixels. */
export type ProblemParams = {
  /** A value violates the contract. `value` is the invalid value at `path`, if the rule doesn't name it. */
  readonly 'invalid-value': {
    readonly subject: Subject
    readonly path: JsonPath
    readonly value?: number | string | boolean
    readonly rule: SchemaRule
  }
  readonly 'invalid-form': { readonly rule: SchemaRule }
  readonly 'invalid-in-group': { readonly group: string; readonly problem: Problem }
  readonly 'unknown-field': { readonly name: string; readonly title: string }

  readonly 'missing-prompt': NoParams
  readonly 'missing-value': { readonly label: string }
  readonly 'missing-choice': { readonly label: string }
  readonly 'missing-choices': { readonly label: string; readonly least: number }
  readonly 'missing-media': { readonly label: string }
  readonly 'missing-media-items': { readonly least: number; readonly medium: InputMedium | null }

  readonly 'not-an-object': { readonly subject: Subject }
  readonly 'not-a-list': { readonly subject: Subject }
  readonly 'unlisted-choice': { readonly subject: Subject; readonly value: unknown; readonly choices: readonly string[] }
  readonly 'unlisted-size': { readonly subject: Subject; readonly value: unknown; readonly sizes: number }
  readonly 'unlisted-count': { readonly subject: Subject; readonly value: unknown; readonly least: number; readonly most: number }
  readonly 'invalid-seed': { readonly subject: Subject; readonly value: unknown; readonly minimum: number; readonly maximum: number }
  readonly 'not-a-switch': { readonly subject: Subject }
  readonly 'wrong-switch': { readonly subject: Subject; readonly mustBe: boolean }
  readonly 'unfinished-json': { readonly subject: Subject }
  readonly 'other-fields-not-an-object': NoParams

  readonly 'not-one-item': { readonly subject: Subject; readonly medium: InputMedium | null }
  readonly 'too-few-media': { readonly missing: number; readonly minItems: number; readonly medium: InputMedium | null }
  readonly 'too-many-media': { readonly maxItems: number; readonly surplus: number; readonly medium: InputMedium | null }
  readonly 'invalid-web-address': { readonly subject: Subject; readonly value: string }
  readonly 'not-media': { readonly subject: Subject }
  readonly 'empty-file': { readonly fileName: string }
  readonly 'damaged-file': { readonly fileName: string }
  readonly 'wrong-medium': { readonly fileName: string; readonly medium: InputMedium | null; readonly content: FileContent }
  /** `isConvertible` is true if Kiln can convert the image to an accepted format. */
  readonly 'wrong-format': {
    readonly fileName: string
    readonly format: string
    readonly formats: readonly string[]
    readonly title: string
    readonly isConvertible: boolean
  }
  readonly 'file-too-large': { readonly fileName: string; readonly bytes: number; readonly maxBytes: number }
  readonly 'short-edge-too-short': { readonly subject: Subject; readonly size: PixelSize; readonly minShortEdge: number }
  readonly 'long-edge-too-long': { readonly subject: Subject; readonly size: PixelSize; readonly maxLongEdge: number }
  readonly 'wrong-aspect-ratio': {
    readonly subject: Subject
    readonly size: PixelSize
    readonly minAspectRatio: number | null
    readonly maxAspectRatio: number | null
  }
  readonly 'too-short-to-play': { readonly fileName: string; readonly seconds: number; readonly minDurationInSeconds: number }
  readonly 'too-long-to-play': { readonly fileName: string; readonly seconds: number; readonly maxDurationInSeconds: number }
  readonly 'no-sound': { readonly fileName: string }
  readonly 'not-still': { readonly fileName: string }
  readonly 'different-size': {
    readonly subject: Subject
    readonly size: PixelSize
    readonly otherLabel: string
    readonly otherSize: PixelSize
  }

  /** `fileName` is null if the name of the missing file is unknown. */
  readonly 'file-not-found': { readonly fileName: string | null }
  readonly 'result-not-found': NoParams
  readonly 'result-removed': NoParams
  /** `text` says why the file can't be read. */
  readonly 'unreadable-file': { readonly text: string }
  readonly 'forgotten-file': NoParams
  readonly 'path-instead-of-file': NoParams
  readonly 'capability-not-offered': { readonly capabilityId: string }
  /** `message` is the service's own text about the value. */
  readonly 'rejected-by-service': { readonly message: string }

  readonly 'wrong-cell-count': { readonly cells: number; readonly heads: number }
  readonly 'switch-cell': { readonly label: string; readonly text: string }
  /** `others` is the number of options beyond `choices`. */
  readonly 'choice-cell': { readonly label: string; readonly text: string; readonly choices: readonly string[]; readonly others: number }
  readonly 'size-cell': { readonly label: string; readonly text: string; readonly sizes: readonly PixelSize[]; readonly others: number }
  readonly 'count-cell': { readonly label: string; readonly text: string; readonly least: number; readonly most: number }
  /** `whole` and `rest` are the digits before and after the comma. */
  readonly 'ambiguous-cell': { readonly label: string; readonly text: string; readonly whole: string; readonly rest: string }
  readonly 'number-cell': { readonly label: string; readonly text: string }
  readonly 'address-cell': { readonly label: string; readonly text: string }
  readonly 'outside-file-cell': { readonly label: string; readonly fileName: string }
  readonly 'outside-reference-cell': { readonly label: string }
  readonly 'json-cell': { readonly label: string; readonly text: string; readonly isList: boolean }
}
/** A reason why values can't be sent. */
export type Problem = CodeWithParams<ProblemParams>
export type ProblemCode = Problem['code']

/** The part of JSON Schema (2020-12, as in OpenAPI 3.1) that capability contracts use. Unknown keywords are kept but ignored. */
export type JsonSchema = {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly properties?: { readonly [name: string]: JsonSchema }
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly multipleOf?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly format?: string
  readonly oneOf?: readonly JsonSchema[]
  readonly anyOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly $ref?: string
  readonly deprecated?: boolean
  /** Media that an input accepts. Kiln's own hint, absent from other contracts. */
  readonly 'x-media'?: MediaRule
  /**
   * The following keywords are Kiln's own hints on a property, for what a schema can't express. Other services' contracts don't have them.
   * Labels and help texts come from `title` and `description`.
   */
  /** Placement of the field: among the first few, among the settings, or under "More". */
  readonly 'x-place'?: 'first' | 'setting' | 'more'
  /** Position in the form, ascending. Fields without a position follow in contract order. */
  readonly 'x-order'?: number
  /** Meaning that the type doesn't express. `seed`: a whole number that makes a result repeatable. */
  readonly 'x-kind'?: 'seed'
  /** Unit shown after a number, such as `seconds`. */
  readonly 'x-unit'?: string
  /** Display labels for the values of `enum`. */
  readonly 'x-enum-labels'?: { readonly [value: string]: string }
  /** URLs of audio samples for the values of `enum`, such as voices. */
  readonly 'x-enum-samples'?: { readonly [value: string]: string }
  /** Name of the list property that this property duplicates, such as `imageUrls` for `imageUrl`. */
  readonly 'x-same-as'?: string
  /** Modes that have this field (`text`, `edit`). Absent if all modes have it. */
  readonly 'x-modes'?: readonly string[]
  /** For a body that isn't an object: the name of the schema's only field. The field's value is sent as the whole body. */
  readonly 'x-whole-body'?: string
  readonly [keyword: string]: unknown
}

export const inputMediums = ['image', 'video', 'audio', 'model'] as const
/** Medium of an input. Can be detected from a file's bytes. `model` is a 3D model. */
export type InputMedium = (typeof inputMediums)[number]
/** Media of inputs and results. Only results can be `text`. Stored. Don't rename. */
export const mediums = [...inputMediums, 'text'] as const
export type Medium = (typeof mediums)[number]

/** Requirements for a media field. Sizes are in bytes, edges in pixels, durations in seconds. */
export type MediaRule = {
  readonly medium: InputMedium
  /** File formats by their usual extension in lower case, without a dot: `png`, `jpg`. Absent if any format of the medium is accepted. */
  readonly formats?: readonly string[]
  readonly maxBytes?: number
  readonly minShortEdge?: number
  readonly maxLongEdge?: number
  /** Minimum ratio of width to height. For example, 1.78 is 16:9. */
  readonly minAspectRatio?: number
  readonly maxAspectRatio?: number
  readonly minDurationInSeconds?: number
  readonly maxDurationInSeconds?: number
  /** True to reject videos without audio. */
  readonly needsSound?: boolean
  /** True to reject animated images. */
  readonly needsStill?: boolean
  /** Name of the media property whose pixel size this property's image must have. A mask must match its image. */
  readonly sameSizeAs?: string
}

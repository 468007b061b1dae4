/** The part of JSON Schema (2020-12, as in OpenAPI 3.1) that capability contracts use; unknown keywords are kept, not judged. */
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
  /** What a media input takes; our own hint, absent in contracts that do not know it. */
  readonly 'x-media'?: MediaRule
  /** Our own hints on a property, for what a schema cannot say; absent in contracts that do not know them. Labels and help are `title` and `description`. */
  /** Where the field stands: with the few that matter first, among the settings, or under "More". */
  readonly 'x-place'?: 'first' | 'setting' | 'more'
  /** Place in the form, ascending; fields without one follow in the order of the contract. */
  readonly 'x-order'?: number
  /** What the type does not tell. `seed`: a whole number that makes a result repeatable. */
  readonly 'x-kind'?: 'seed'
  /** Word after a number, such as `seconds`. */
  readonly 'x-unit'?: string
  /** Plain words for the values of `enum`. */
  readonly 'x-enum-labels'?: { readonly [value: string]: string }
  /** Name of the list property that means the same thing to a person: `imageUrl` is `imageUrls` with one item. */
  readonly 'x-same-as'?: string
  /** The modes that know this field (`text`, `edit`); absent: all. */
  readonly 'x-modes'?: readonly string[]
  /** On the schema of a body that is no object: the name of its only field, whose value is sent by itself. */
  readonly 'x-whole-body'?: string
  readonly [keyword: string]: unknown
}

export const inputMediums = ['image', 'video', 'audio', 'model'] as const
/** What a media field takes, and what the bytes of a file tell. `model` is a 3D model. */
export type InputMedium = (typeof inputMediums)[number]
/** Text comes last: it is a result only. Stored; do not rename. */
export const mediums = [...inputMediums, 'text'] as const
/** What a capability makes. */
export type Medium = (typeof mediums)[number]

/** What may fill a media field. Sizes in bytes, edges in pixels, durations in seconds. */
export type MediaRule = {
  readonly medium: InputMedium
  /** File formats by their usual ending, lower case, without dot: `png`, `jpg`. Absent: any format of the medium. */
  readonly formats?: readonly string[]
  readonly maxBytes?: number
  readonly minShortEdge?: number
  readonly maxLongEdge?: number
  /** Width by height: 1.78 is 16:9. */
  readonly minAspectRatio?: number
  readonly maxAspectRatio?: number
  readonly minDurationInSeconds?: number
  readonly maxDurationInSeconds?: number
  /** A video without sound is of no use here. */
  readonly needsSound?: boolean
  /** A picture that moves is not taken. */
  readonly needsStill?: boolean
  /** Name of the media property beside it whose pixels it has to match, as a mask its picture. */
  readonly sameSizeAs?: string
}

import type { InputMedium, JsonSchema, MediaRule } from '../json-schema.ts'
import type { Value, Values } from '../values.ts'
import type { HelpPlacement } from './help-placement.ts'

/** Properties of every form field. */
export type FieldBase = {
  /**
   * Property name in the capability's input schema, and key in `Values`. The field for unlisted properties has the name
   * `unlistedPropertiesFieldName`.
   */
  readonly name: string
  readonly label: string
  readonly help: string | null
  readonly helpPlacement: HelpPlacement
  /** True if the user must fill in the field. The schema then requires it and doesn't give a default. */
  readonly isRequired: boolean
  /** True for fields shown first: the prompt, media and required fields. */
  readonly isPrimary: boolean
  /** True for fields under "More". Never true if `isPrimary` is true. */
  readonly isRare: boolean
  /** True if the contract deprecates the field. */
  readonly isDeprecated: boolean
  /** True if the user can send null. An empty field isn't the same as null, because a default applies to it. */
  readonly acceptsNull: boolean
}

/**
 * A text. `role`: `prompt`, `leave-out` (the negative prompt, shown inside the prompt's box) or `plain` (any other text). Lengths are in
 * Unicode code points.
 */
export type TextField = FieldBase & {
  readonly kind: 'text'
  readonly role: 'prompt' | 'leave-out' | 'plain'
  /** True if the input has room for several lines. */
  readonly isLong: boolean
  readonly minLength: number
  readonly maxLength: number | null
  readonly pattern: string | null
  /** True for a colour in web notation, such as #c8a58a. */
  readonly isColor: boolean
  /** Placeholder shown while the field is empty. Null if the contract doesn't give an example. */
  readonly example: string | null
  readonly default: string | null
}

/** `sampleUrl`: an audio sample of the option, such as a voice. Absent if the contract doesn't give one. */
export type ChoiceOption = { readonly value: Value; readonly label: string; readonly sampleUrl?: string }
/** A choice of one option from a closed list. If `default` is null, nothing is preselected and the service decides. */
export type ChoiceField = FieldBase & { readonly kind: 'choice'; readonly options: readonly ChoiceOption[]; readonly default: Value }

/** Size in pixels. `value` is the value to send, such as `1024*768`. */
export type OutputSize = { readonly value: string; readonly width: number; readonly height: number }
/** Sizes with the same aspect ratio, smallest first. `ratio` is that aspect ratio, such as `4:3`. */
export type SizeGroup = { readonly ratio: string; readonly sizes: readonly OutputSize[] }
/**
 * Output dimensions. If `automatic` is set, the service may choose the size. `automatic.value` is the value to send in that case, or null
 * to send none.
 */
export type SizeField = FieldBase & {
  readonly kind: 'size'
  readonly groups: readonly SizeGroup[]
  readonly automatic: { readonly value: string | null } | null
  readonly default: string | null
}

/** Number of outputs. An option's `value` is the value to send, which is a string for the image generators. `count` is the same number. */
export type CountField = FieldBase & {
  readonly kind: 'count'
  readonly options: readonly { readonly value: string | number; readonly count: number }[]
  readonly default: string | number | null
}

export type NumberField = FieldBase & {
  readonly kind: 'number'
  readonly minimum: number | null
  readonly maximum: number | null
  /** True if the bound itself is excluded. */
  readonly isMinimumOpen: boolean
  readonly isMaximumOpen: boolean
  /** Distance between allowed values. 1 for whole numbers, unless the contract sets another step. Null if any value is allowed. */
  readonly step: number | null
  readonly isInteger: boolean
  readonly unit: string | null
  /** True for the number of a face or person in an image, counted from the left. The first has the number `minimum`, which is 0 or 1. */
  readonly isFaceIndex: boolean
  readonly default: number | null
}

/** A whole number that makes a result repeatable. Random if unset. */
export type SeedField = FieldBase & {
  readonly kind: 'seed'
  readonly minimum: number
  readonly maximum: number
  readonly default: number | null
}

/**
 * A switch. If `default` is null, the service decides until the user chooses. `mustBe` is the only accepted value, such as true for
 * consent. It is null if both values are accepted.
 */
export type SwitchField = FieldBase & { readonly kind: 'switch'; readonly default: boolean | null; readonly mustBe: boolean | null }

/**
 * Media input: a file, a library item or a URL. With `isMany`, the value is an ordered list of `minItems` to `maxItems` entries. Otherwise
 * it is a single value. `medium` is null if any medium is accepted.
 */
export type MediaField = FieldBase & {
  readonly kind: 'media'
  readonly medium: InputMedium | null
  readonly isMany: boolean
  /** True for an image that marks the area to edit. The user can paint this image. */
  readonly isMask: boolean
  readonly minItems: number
  readonly maxItems: number | null
  readonly rule: Omit<MediaRule, 'medium'>
  /**
   * Another property with the same meaning for the user (`imageUrl` beside `imageUrls`). Accepted in values but not shown. Null if none
   * exists.
   */
  readonly alsoNamed: string | null
}

/** An object with its own fields, some of which may depend on the values. `schema` defines the fields. */
export type GroupField = FieldBase & { readonly kind: 'group'; readonly schema: JsonSchema; readonly default: Value }

/** An ordered list of texts, numbers, choices or groups. `item` is the schema of one entry. */
export type ListField = FieldBase & {
  readonly kind: 'list'
  readonly item: JsonSchema
  readonly minItems: number
  readonly maxItems: number | null
  readonly isUnique: boolean
  readonly default: Value
}

/**
 * Any JSON, for properties that no other kind supports. `isRest` is true if the value is an object whose entries are sent beside the other
 * fields.
 */
export type JsonField = FieldBase & {
  readonly kind: 'json'
  readonly schema: JsonSchema
  readonly isRest: boolean
  readonly default: Value
}

export type Field =
  | TextField
  | ChoiceField
  | SizeField
  | CountField
  | NumberField
  | SeedField
  | SwitchField
  | MediaField
  | GroupField
  | ListField
  | JsonField
export type FieldKind = Field['kind']

/** Name of the JSON field for properties that an open contract allows but doesn't list. */
export const unlistedPropertiesFieldName = '*'

/** A way to use a capability, shown as a tab. Fields of other modes are neither shown nor sent. */
export type Mode = {
  /**
   * `text` and `edit` for image generators, otherwise the value or title of the variant. Stored in drafts, so it doesn't change when modes
   * are added or removed.
   */
  readonly id: string
  readonly label: string
  /** Names of the fields that this mode may show, in form order. */
  readonly fields: readonly string[]
  /** Fields that this mode requires, although the schema doesn't. */
  readonly needs: readonly string[]
  /** Index of the body variant for this mode. Null if the schema doesn't distinguish the modes. */
  readonly variant: number | null
  /** Values that select the mode. They are sent, but don't have an input in the form, because the mode's tab represents them. */
  readonly sets: Values
}

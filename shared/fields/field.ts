import type { InputMedium, JsonSchema, MediaRule } from '../json-schema.ts'
import type { Value, Values } from '../values.ts'

/** What every input of a form has. */
export type FieldBase = {
  /** Property name in the capability's input schema; the key in `Values`. `restFieldName` for the field that takes everything else. */
  readonly name: string
  readonly label: string
  readonly help: string | null
  /** A person has to fill it: the schema requires it and no default stands in. */
  readonly isRequired: boolean
  /** One of the few that matter first: prompt, media, whatever has to be filled. */
  readonly isPrimary: boolean
  /** Belongs under "More". Never true together with `isPrimary`. */
  readonly isRare: boolean
  /** The contract advises against it. */
  readonly isDeprecated: boolean
  /** Null may be chosen and says something else than leaving it alone, since a default would stand in then. */
  readonly takesNull: boolean
}

/** `role`: the prompt itself, what the prompt leaves out (drawn inside the prompt's box), or any other text. Lengths in Unicode code points. */
export type TextField = FieldBase & {
  readonly kind: 'text'
  readonly role: 'prompt' | 'leave-out' | 'plain'
  /** Room for several lines. */
  readonly isLong: boolean
  readonly minLength: number
  readonly maxLength: number | null
  readonly pattern: string | null
  /** A colour as the web writes it, such as #c8a58a. */
  readonly isColor: boolean
  /** Shown where nothing is written yet; null: the contract gives none. */
  readonly example: string | null
  readonly default: string | null
}

export type ChoiceOption = { readonly value: Value; readonly label: string }
/** One of a closed list. `default` null: nothing is chosen until a person chooses; the service decides. */
export type ChoiceField = FieldBase & { readonly kind: 'choice'; readonly options: readonly ChoiceOption[]; readonly default: Value }

/** Pixels. `value` is what is sent, such as `1024*768`. */
export type OutputSize = { readonly value: string; readonly width: number; readonly height: number }
/** Sizes of one shape, smallest first; `ratio` such as `4:3`. */
export type SizeGroup = { readonly ratio: string; readonly sizes: readonly OutputSize[] }
/** Output dimensions. `automatic` set: the service may choose; its `value` is what to put into the values then (null: nothing). */
export type SizeField = FieldBase & {
  readonly kind: 'size'
  readonly groups: readonly SizeGroup[]
  readonly automatic: { readonly value: string | null } | null
  readonly default: string | null
}

/** How many outputs. `value` is what is put into the values (a string for the image generators), `count` the number it stands for. */
export type CountField = FieldBase & {
  readonly kind: 'count'
  readonly options: readonly { readonly value: string | number; readonly count: number }[]
  readonly default: string | number | null
}

export type NumberField = FieldBase & {
  readonly kind: 'number'
  readonly minimum: number | null
  readonly maximum: number | null
  /** The bound itself is not allowed, only what lies inside of it. */
  readonly isMinimumOpen: boolean
  readonly isMaximumOpen: boolean
  /** Null: any step. 1 for whole numbers. */
  readonly step: number | null
  readonly isWhole: boolean
  readonly unit: string | null
  readonly default: number | null
}

/** A whole number that makes a result repeatable; unset: random. */
export type SeedField = FieldBase & {
  readonly kind: 'seed'
  readonly minimum: number
  readonly maximum: number
  readonly default: number | null
}

/** `default` null: the service decides while nobody touches it. `mustBe`: the only answer that is taken, such as a consent; null: both are. */
export type SwitchField = FieldBase & { readonly kind: 'switch'; readonly default: boolean | null; readonly mustBe: boolean | null }

/**
 * Media: a drop, a file, a library item or a URL. With `isMany` the value is an ordered list of `minItems` to `maxItems`, else one.
 * `medium` null: any.
 */
export type MediaField = FieldBase & {
  readonly kind: 'media'
  readonly medium: InputMedium | null
  readonly isMany: boolean
  /** A picture that says where the work is done; it can be painted. */
  readonly isMask: boolean
  readonly minItems: number
  readonly maxItems: number | null
  readonly rule: Omit<MediaRule, 'medium'>
  /** Another property that means the same thing to a person (`imageUrl` beside `imageUrls`); accepted in values, not shown. */
  readonly alsoNamed: string | null
}

/** An object with fields of its own; which ones may hang on what is filled in. `schema`: where they come from. */
export type GroupField = FieldBase & { readonly kind: 'group'; readonly schema: JsonSchema; readonly default: Value }

/** An ordered list of texts, numbers, choices or groups. `item`: the schema of one. */
export type ListField = FieldBase & {
  readonly kind: 'list'
  readonly item: JsonSchema
  readonly minItems: number
  readonly maxItems: number | null
  readonly isUnique: boolean
  readonly default: Value
}

/** Any JSON: for shapes that no other kind knows. `isRest`: an object whose entries are sent beside the other fields. */
export type JsonField = FieldBase & {
  readonly kind: 'json'
  readonly schema: JsonSchema
  readonly isRest: boolean
  readonly default: Value
}

/** One input of a form. */
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

/** Name of the JSON field through which an open contract's unlisted fields are sent. */
export const restFieldName = '*'

/** A way to use a capability, drawn as a tab. Fields of other modes are neither shown nor sent. */
export type Mode = {
  /** `text` and `edit` for the makers of pictures; else the value or the title of the form. Kept in drafts: it does not change when others come or go. */
  readonly id: string
  readonly label: string
  /** Names of the fields that this mode may show, in the order of the form. */
  readonly fields: readonly string[]
  /** Fields that have to be filled in this mode though the schema does not require them. */
  readonly needs: readonly string[]
  /** The form of the body that this mode is; null: the modes differ in nothing that the schema says. */
  readonly variant: number | null
  /** Values that stand for the mode. Sent, not shown: the tab shows them. */
  readonly sets: Values
}

import { assertNever } from '../../../shared/assert-never.ts'
import type { Capability, PriceTerm, Pricing } from '../../../shared/capability.ts'
import type { JsonSchema, MediaRule } from '../../../shared/json-schema.ts'

/** What a submit body says, after it was checked against the capability's schema. */
export type Body = { readonly [field: string]: unknown }

/** A way of using a capability. `when` names the fields whose presence selects it; empty for the mode without any of them. */
type Mode = { readonly id: string; readonly title: string; readonly when: readonly string[] }

/** What the practice service makes of a body, in the words of the studio that makes it. */
export type Recipe =
  /** `ground`: fields whose pictures are what the new picture is made from, best first. `faces`: fields that hold a reference face. */
  | {
      readonly kind: 'picture'
      readonly ground: readonly string[]
      readonly faces: readonly string[]
      readonly words: readonly string[]
      readonly look: 'scene' | 'faces' | 'cut-out' | 'style'
      readonly autoSizes: readonly string[]
    }
  | { readonly kind: 'clip'; readonly words: readonly string[] }
  | { readonly kind: 'speech'; readonly words: readonly string[] }
  | { readonly kind: 'noise'; readonly words: readonly string[] }
  | { readonly kind: 'model'; readonly words: readonly string[] }

/** The one definition that validation, catalog, OpenAPI document, prices and results of a capability are made from. */
export type CapabilityDefinition = Capability & {
  readonly modes: readonly Mode[]
  readonly recipe: Recipe
  /** `deferred`: charged when the task completes instead of when it is taken (spec section 2.1, `usageDeferred`). */
  readonly usage: 'at-submit' | 'deferred'
  /** What it costs where `pricing` tells clients that only the service knows. `isEstimated`: `estimate_model_credits` tells. */
  readonly hiddenPrice: { readonly pricing: Pricing; readonly isEstimated: boolean } | null
  /** Where faces are looked for, so that a person is asked which of several is meant; absent: nobody is. `most`: how many may be chosen; null: any number. */
  readonly asksIn?: { readonly target: string; readonly references: string; readonly most: number | null }
  /** Most media files in all media fields together; null: no limit beyond the fields' own. */
  readonly maxFiles: number | null
}

/** A text input. Lengths in characters. */
export function textField(title: string, description: string, minLength: number, maxLength: number): JsonSchema {
  return { type: 'string', title, description, ...(minLength > 0 ? { minLength } : {}), maxLength }
}

export function choiceField(title: string, description: string, choices: readonly string[], standard?: string): JsonSchema {
  return { type: 'string', title, description, enum: choices, ...(standard === undefined ? {} : { default: standard }) }
}

export function switchField(title: string, description: string, standard: boolean): JsonSchema {
  return { type: 'boolean', title, description, default: standard }
}

/** A media input: a URL, with what may lie behind it as `x-media`. */
export function mediaField(title: string, description: string, rule: MediaRule): JsonSchema {
  return { type: 'string', format: 'uri', minLength: 1, maxLength: 2048, title, description, 'x-media': rule }
}

/** A list of media inputs, in order. */
export function mediaListField(title: string, description: string, rule: MediaRule, maxItems: number): JsonSchema {
  return { type: 'array', title, description, minItems: 1, maxItems, items: mediaField(title, description, rule) }
}

export const seedField: JsonSchema = {
  type: 'integer',
  title: 'Seed',
  description: 'The same seed and the same values give the same result. Unset: random.',
  minimum: 0,
  maximum: 2_147_483_647
}

/** The object schema of a submit body. Unknown fields are refused. */
export function bodySchema(required: readonly string[], properties: { readonly [name: string]: JsonSchema }): JsonSchema {
  return { type: 'object', additionalProperties: false, required, properties }
}

/** 10 MB, spec section 8. */
export const maxImageBytes = 10 * 1024 * 1024
export const imageRule: MediaRule = { medium: 'image', formats: ['jpg', 'jpeg', 'png', 'webp', 'bmp'], maxBytes: maxImageBytes }
export const videoRule: MediaRule = { medium: 'video', formats: ['mp4', 'mov', 'webm'], maxBytes: 2 * 1024 ** 3, maxDurationInSeconds: 600 }
export const audioRule: MediaRule = {
  medium: 'audio',
  formats: ['mp3', 'wav', 'm4a', 'ogg', 'flac'],
  maxBytes: 50 * 1024 ** 2,
  maxDurationInSeconds: 900
}
export const modelRule: MediaRule = { medium: 'model', formats: ['glb'], maxBytes: 100 * 1024 ** 2 }

/** A number on a scale. `unit`: the word that stands after it. */
export function numberField(
  title: string,
  description: string,
  scale: { readonly from: number; readonly to: number; readonly step?: number; readonly unit?: string; readonly standard?: number }
): JsonSchema {
  const { from, to, step, unit, standard } = scale
  return {
    type: step !== undefined && Number.isInteger(step) ? 'integer' : 'number',
    title,
    description,
    minimum: from,
    maximum: to,
    ...(step !== undefined && step !== 1 && { multipleOf: step }),
    ...(unit !== undefined && { 'x-unit': unit }),
    ...(standard !== undefined && { default: standard })
  }
}

/** An object with fields of its own. Unknown fields are refused. */
export function groupField(
  title: string,
  description: string,
  required: readonly string[],
  properties: { readonly [name: string]: JsonSchema }
): JsonSchema {
  return { type: 'object', title, description, additionalProperties: false, required, properties }
}

export function listField(title: string, description: string, items: JsonSchema, minItems: number, maxItems: number): JsonSchema {
  return { type: 'array', title, description, minItems, maxItems, items }
}

/** One form of a body that may take several; `mode` tells which. */
export function bodyForm(
  mode: string,
  title: string,
  required: readonly string[],
  properties: { readonly [name: string]: JsonSchema }
): JsonSchema {
  return { ...bodySchema(['mode', ...required], { mode: { const: mode }, ...properties }), title }
}

/** A body that takes one of several forms. */
export function bodyForms(...forms: readonly JsonSchema[]): JsonSchema {
  return { type: 'object', oneOf: forms }
}

/** A condition on a body: where `field` is `value`, `names` are needed; everywhere else they are not taken. */
export function onlyWhen(field: string, value: unknown, names: readonly string[]): JsonSchema {
  return {
    if: { properties: { [field]: { const: value } }, required: [field] },
    then: { required: names },
    else: { properties: Object.fromEntries(names.map((name) => [name, { not: {} }])) }
  }
}

type Usual = 'asksIn' | 'hiddenPrice' | 'usage' | 'maxFiles' | 'modes' | 'pricing' | 'resultField' | 'output'
/**
 * A definition with what is usual filled in: one mode, charged at submit, the category's own medium. `price`: a flat figure, terms, or a
 * whole tariff; `priceIsTold`: where clients can learn it.
 */
export function capability(
  told: Omit<CapabilityDefinition, Usual> &
    Partial<Pick<CapabilityDefinition, Usual>> & {
      readonly price: number | readonly PriceTerm[] | Pricing
      readonly priceIsTold?: 'in-the-catalog' | 'over-mcp' | 'nowhere'
    }
): CapabilityDefinition {
  const { price, priceIsTold = 'in-the-catalog', ...rest } = told
  const pricing = pricingOf(price)
  const output = rest.output ?? outputOf(rest.category)
  return {
    output,
    resultField: `${output}Url`,
    pricing: priceIsTold === 'in-the-catalog' ? pricing : { kind: 'unknown' },
    hiddenPrice: priceIsTold === 'in-the-catalog' ? null : { pricing, isEstimated: priceIsTold === 'over-mcp' },
    usage: 'at-submit',
    maxFiles: null,
    modes: (rest.inputSchema.oneOf ?? []).map((form) => ({
      id: String(form.properties?.['mode']?.const),
      title: form.title ?? '',
      when: ['mode']
    })),
    ...rest
  }
}

function pricingOf(price: number | readonly PriceTerm[] | Pricing): Pricing {
  if (typeof price === 'number') return { kind: 'flat', credits: price }
  return 'kind' in price ? price : { kind: 'rules', terms: price, roundsUp: false, atLeast: 0 }
}

function outputOf(category: CapabilityDefinition['category']): CapabilityDefinition['output'] {
  switch (category) {
    case '3d':
      return 'model'
    case 'video':
    case 'audio':
    case 'image':
      return category
    case 'face-swap':
    case 'effects':
      return 'image'
    default:
      return assertNever(category)
  }
}

export const clipOf = (...words: readonly string[]): Recipe => ({ kind: 'clip', words })
export const speechOf = (...words: readonly string[]): Recipe => ({ kind: 'speech', words })
export const noiseOf = (...words: readonly string[]): Recipe => ({ kind: 'noise', words })
export const modelOf = (...words: readonly string[]): Recipe => ({ kind: 'model', words })
export function pictureOf(
  ground: readonly string[],
  words: readonly string[],
  look: 'scene' | 'faces' | 'cut-out' | 'style' = 'scene'
): Recipe {
  return { kind: 'picture', ground, faces: [], words, look, autoSizes: ground.length === 0 ? ['1024*1024'] : [] }
}

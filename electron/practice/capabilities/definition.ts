import { assertNever } from '../../../shared/assert-never.ts'
import type { Capability, PriceTerm, Pricing } from '../../../shared/form/capability.ts'
import { pricedFields } from '../../../shared/form/pricing/short-price.ts'
import type { JsonSchema, MediaRule } from '../../../shared/form/json-schema.ts'
import { voiceSamplePath } from '../storage-paths.ts'

/** A submit body, after validation against the capability's schema. */
export type SubmitBody = { readonly [field: string]: unknown }

/**
 * A way of using a capability. `when`: fields that select the mode if they are present. Empty for the mode that applies if no other mode is
 * selected.
 */
type Mode = { readonly id: string; readonly title: string; readonly when: readonly string[] }

/** How the practice service generates a result from a body. `words`: text fields that appear in the result. */
export type MediaGenerator =
  /**
   * `ground`: image fields that the new image is based on, best first. `faces`: fields with a reference face. `look`: what happens to the
   * ground. `autoSizes`: sizes to choose from if the body has none.
   */
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

/** The only definition of a capability. Its validation, catalogue entry, OpenAPI document, prices and results are derived from it. */
export type CapabilityDefinition = Capability & {
  readonly modes: readonly Mode[]
  readonly recipe: MediaGenerator
  /** `deferred`: charged when the task completes instead of when it is accepted (spec section 2.1, `usageDeferred`). */
  readonly usage: 'at-submit' | 'deferred'
  /**
   * The actual price if clients can't see it in `pricing`. `isEstimated`: true if `estimate_model_credits` returns it. Null if `pricing` is
   * the actual price.
   */
  readonly hiddenPrice: { readonly pricing: Pricing; readonly isEstimated: boolean } | null
  /**
   * How a task asks the user to choose among detected faces. `target`: field whose media are searched for faces. `references`: field with
   * the replacement faces. `most`: maximum number of selected faces. Null for any number. Absent if the capability never asks.
   */
  readonly asksIn?: { readonly target: string; readonly references: string; readonly most: number | null }
  /** Maximum number of media files in all media fields together. Null if only the fields' own limits apply. */
  readonly maxFiles: number | null
}

/** Returns the schema of a text input. `minLength` and `maxLength` are in characters. */
export function textField(title: string, description: string, minLength: number, maxLength: number): JsonSchema {
  return { type: 'string', title, description, ...(minLength > 0 ? { minLength } : {}), maxLength }
}

/** Returns the schema of a choice from a list. `standard`: the default. `labels`: labels for values that aren't readable on their own. */
export function choiceField(
  title: string,
  description: string,
  choices: readonly string[],
  standard?: string,
  labels?: { readonly [value: string]: string }
): JsonSchema {
  return {
    type: 'string',
    title,
    description,
    enum: choices,
    ...(standard !== undefined && { default: standard }),
    ...(labels !== undefined && { 'x-enum-labels': labels })
  }
}

/** Voices that the generators can speak with. */
export const voices = ['clay', 'ash', 'celadon', 'ember'] as const

/** Returns the schema of a choice of voices, with a sample of each voice. The OpenAPI document adds the storage origin to the paths. */
export function voiceField(title: string, description: string, standard?: (typeof voices)[number]): JsonSchema {
  return {
    ...choiceField(title, description, voices, standard),
    'x-enum-samples': Object.fromEntries(voices.map((voice) => [voice, voiceSamplePath(voice)]))
  }
}

export function switchField(title: string, description: string, standard: boolean): JsonSchema {
  return { type: 'boolean', title, description, default: standard }
}

/** Returns the schema of a media input. The value is a URL. `x-media` describes the accepted media. */
export function mediaField(title: string, description: string, rule: MediaRule): JsonSchema {
  return { type: 'string', format: 'uri', minLength: 1, maxLength: 2048, title, description, 'x-media': rule }
}

/** Returns the schema of an ordered list of media inputs. */
export function mediaListField(title: string, description: string, rule: MediaRule, maxItems: number): JsonSchema {
  return { type: 'array', title, description, minItems: 1, maxItems, items: mediaField(title, description, rule) }
}

export const seedField: JsonSchema = {
  type: 'integer',
  title: 'Seed',
  description: 'The same seed and settings give the same result. Leave empty for a random seed.',
  minimum: 0,
  maximum: 2_147_483_647
}

/** Returns the schema of a submit body. Unknown fields are rejected. */
export function bodySchema(required: readonly string[], properties: { readonly [name: string]: JsonSchema }): JsonSchema {
  return { type: 'object', additionalProperties: false, required, properties }
}

/** Maximum size of an input image (spec section 8). */
export const maxImageBytes = 10 * 1024 * 1024
export const imageRule: MediaRule = { medium: 'image', formats: ['jpg', 'jpeg', 'png', 'webp', 'bmp'], maxBytes: maxImageBytes }
export const videoRule: MediaRule = { medium: 'video', formats: ['mp4', 'mov', 'webm'], maxBytes: 2 * 1024 ** 3, maxDurationInSeconds: 600 }
export const videoField = mediaField('Video', 'The source video.', videoRule)
export const audioRule: MediaRule = {
  medium: 'audio',
  formats: ['mp3', 'wav', 'm4a', 'ogg', 'flac'],
  maxBytes: 50 * 1024 ** 2,
  maxDurationInSeconds: 900
}
export const modelRule: MediaRule = { medium: 'model', formats: ['glb'], maxBytes: 100 * 1024 ** 2 }

/** Returns the schema of a number within limits. `unit`: the word that is displayed after the number. */
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

/** Returns the schema of an object that contains other fields. Unknown fields are rejected. */
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

/** Returns the schema of one body variant. The value of the field `mode` selects the variant. */
export function bodyVariantSchema(
  mode: string,
  title: string,
  required: readonly string[],
  properties: { readonly [name: string]: JsonSchema }
): JsonSchema {
  return {
    ...bodySchema(['mode', ...required], { mode: { const: mode, title: 'Mode', 'x-enum-labels': { [mode]: title } }, ...properties }),
    title
  }
}

/** Returns the schema of a body that must match exactly one variant. */
export function oneOfVariantsSchema(...forms: readonly JsonSchema[]): JsonSchema {
  return { type: 'object', oneOf: forms }
}

/** Returns a schema condition: the fields in `names` are required if `field` has `value`, and rejected otherwise. */
export function requiredOnlyWhen(field: string, value: unknown, names: readonly string[]): JsonSchema {
  return {
    if: { properties: { [field]: { const: value } }, required: [field] },
    then: { required: names },
    else: { properties: Object.fromEntries(names.map((name) => [name, { not: {} }])) }
  }
}

type Usual = 'asksIn' | 'hiddenPrice' | 'usage' | 'maxFiles' | 'modes' | 'pricing' | 'resultField' | 'output'
/**
 * Completes a definition with defaults. The schema variants become modes. The task is charged when it is accepted. The output is the usual
 * medium of the category. `price`: a flat number of credits, price terms or a complete pricing. `priceIsTold`: where clients can find the
 * price.
 */
export function defineCapability(
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
    pricing: toldPricing(pricing, priceIsTold),
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

/**
 * Returns the pricing that the catalogue publishes. If clients can only estimate the price, the catalogue publishes only the fields that it
 * depends on.
 */
function toldPricing(pricing: Pricing, priceIsTold: 'in-the-catalog' | 'over-mcp' | 'nowhere'): Pricing {
  if (priceIsTold === 'in-the-catalog') return pricing
  return priceIsTold === 'over-mcp' && pricing.kind === 'rules' ? { kind: 'unknown', fields: pricedFields(pricing) } : { kind: 'unknown' }
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

export const videoGenerator = (...words: readonly string[]): MediaGenerator => ({ kind: 'clip', words })
export const speechGenerator = (...words: readonly string[]): MediaGenerator => ({ kind: 'speech', words })
export const soundGenerator = (...words: readonly string[]): MediaGenerator => ({ kind: 'noise', words })
export const modelGenerator = (...words: readonly string[]): MediaGenerator => ({ kind: 'model', words })
export function imageGenerator(
  ground: readonly string[],
  words: readonly string[],
  look: 'scene' | 'faces' | 'cut-out' | 'style' = 'scene'
): MediaGenerator {
  return { kind: 'picture', ground, faces: [], words, look, autoSizes: ground.length === 0 ? ['1024*1024'] : [] }
}

import type { Medium } from '../json-schema.ts'
import type { MediaFacts } from '../media-facts.ts'
import type { MediaReference, Value } from '../values.ts'
import { isMediaReference } from '../values.ts'
import { z } from 'zod'
import type { MediaField } from './field.ts'
import { listed, numbered, quoted } from './say.ts'

/** What is known about a file, an item or a draft; null: nothing yet, and then only what needs no facts is checked. */
export type FactsOf = (reference: MediaReference) => MediaFacts | null

/** What a medium is called in a sentence. */
const mediumWords: { readonly [medium in Medium]: { readonly a: string; readonly one: string; readonly many: string } } = {
  image: { a: 'a picture', one: 'image', many: 'images' },
  video: { a: 'a video', one: 'video', many: 'videos' },
  audio: { a: 'a sound', one: 'sound', many: 'sounds' },
  model: { a: 'a 3D model', one: '3D model', many: '3D models' }
}
const anyMedium = { a: 'media', one: 'file', many: 'files' }

/** Words for the media of a field: `image` and `images`. */
export function wordsOfMedium(medium: Medium | null): { readonly a: string; readonly one: string; readonly many: string } {
  return medium === null ? anyMedium : mediumWords[medium]
}

/** Endings that stand for the same format. */
const sameFormats: readonly (readonly string[])[] = [
  ['jpg', 'jpeg', 'jfif'],
  ['tiff', 'tif'],
  ['png', 'apng'],
  ['mp4', 'm4v'],
  ['mpeg', 'mpg'],
  ['m4a', 'm4b'],
  ['ogg', 'oga', 'opus'],
  ['aiff', 'aif']
]

const httpUrl = /* @__PURE__ */ z.url({ protocol: /^https?$/ })

/** An absolute http(s) address that a service can fetch. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && httpUrl.safeParse(text).success
}

/** What stands in the way of one piece of media. `subject` starts the sentence: "image 2", "The target photo". */
export function mediaMessages(
  field: MediaField,
  capabilityTitle: string,
  subject: string,
  value: Value,
  factsOf: FactsOf
): readonly string[] {
  if (typeof value === 'string') {
    return isWebAddress(value) ? [] : [`${subject}: ${quoted(value)} is not a web address. It has to start with https:// or http://.`]
  }
  if (!isMediaReference(value)) return [`${subject} has to be a file or a web address.`]
  const facts = factsOf(value)
  return facts === null ? [] : factMessages(field, capabilityTitle, subject, facts)
}

function factMessages(field: MediaField, capabilityTitle: string, subject: string, facts: MediaFacts): readonly string[] {
  if (facts.bytes === 0) return [`${facts.name} is empty. Choose another file.`]
  if (facts.medium === null || (field.medium !== null && facts.medium !== field.medium)) {
    return [`${facts.name} is not ${wordsOfMedium(field.medium).a}: ${contentInWords(facts)}. Choose another file.`]
  }
  if (facts.isTorn) return [`${facts.name} can’t be read to its end: it is cut off or damaged. Choose another file.`]
  const { formats, maxBytes } = field.rule
  const messages: string[] = []
  if (
    formats !== undefined &&
    formats.length > 0 &&
    facts.format !== null &&
    !formats.some((format) => isSameFormat(format, facts.format ?? ''))
  ) {
    messages.push(`${facts.name} is ${formatInWords(facts.format)}; ${capabilityTitle} takes ${formatsInWords(formats)}.`)
  }
  if (maxBytes !== undefined && facts.bytes > maxBytes) {
    messages.push(
      `${facts.name} is ${megabytes(facts.bytes)} MB; at most ${numbered(Number(megabytes(maxBytes)))} MB. Choose a smaller file.`
    )
  }
  return [...messages, ...pixelMessages(field, subject, facts), ...playMessages(field, facts)]
}

function pixelMessages({ rule }: MediaField, subject: string, { width, height }: MediaFacts): readonly string[] {
  if (width === null || height === null || width === 0 || height === 0) return []
  const { minShortEdge, maxLongEdge, minAspectRatio, maxAspectRatio } = rule
  const is = `${subject} is ${width} × ${height}.`
  const messages: string[] = []
  if (minShortEdge !== undefined && Math.min(width, height) < minShortEdge)
    messages.push(`${is} Its short edge needs ${numbered(minShortEdge)} pixels.`)
  if (maxLongEdge !== undefined && Math.max(width, height) > maxLongEdge)
    messages.push(`${is} Its long edge may have ${numbered(maxLongEdge)} pixels at most.`)
  const shape = width / height
  if ((minAspectRatio !== undefined && shape < minAspectRatio) || (maxAspectRatio !== undefined && shape > maxAspectRatio))
    messages.push(`${is} Its shape has to be ${shapesInWords(minAspectRatio, maxAspectRatio)}.`)
  return messages
}

function playMessages({ rule }: MediaField, facts: MediaFacts): readonly string[] {
  const { minDurationInSeconds, maxDurationInSeconds, needsSound, needsStill } = rule
  const seconds = facts.durationInSeconds
  const messages: string[] = []
  if (minDurationInSeconds !== undefined && seconds !== null && seconds < minDurationInSeconds)
    messages.push(
      `${facts.name} is ${String(Math.floor(seconds * 10) / 10)} seconds long; at least ${numbered(minDurationInSeconds)} seconds.`
    )
  if (maxDurationInSeconds !== undefined && seconds !== null && seconds > maxDurationInSeconds)
    messages.push(`${facts.name} is ${tenths(seconds)} seconds long; at most ${numbered(maxDurationInSeconds)} seconds.`)
  if (needsSound === true && facts.hasSound === false)
    messages.push(`${facts.name} has no sound, and it is needed here. Choose another file.`)
  if (needsStill === true && facts.isAnimated) messages.push(`${facts.name} is a moving picture. Choose one that stands still.`)
  return messages
}

/** Nothing, or why these are not the pixels of what they belong to: a mask is as large as its picture. */
export function sizeMessages(
  subject: string,
  facts: MediaFacts | null,
  other: { readonly label: string; readonly facts: MediaFacts | null }
) {
  const [own, its] = [pixelsOf(facts), pixelsOf(other.facts)]
  return own === null || its === null || own === its
    ? []
    : [`${subject} is ${own}, and “${other.label}” is ${its}. They need the same pixels.`]
}

function pixelsOf(facts: MediaFacts | null): string | null {
  return facts === null || facts.width === null || facts.height === null ? null : `${facts.width} × ${facts.height}`
}

function shapesInWords(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return `between ${shapeInWords(least)} and ${shapeInWords(most)}`
  return most === undefined ? `${shapeInWords(least ?? 1)} or wider` : `${shapeInWords(most)} or narrower`
}

/** 1.778 as `16:9`; what is no known shape as `1.9 to 1`. */
function shapeInWords(ratio: number): string {
  for (let high = 1; high <= 21; high += 1) {
    const wide = ratio * high
    const isSaid = Math.round(wide) <= 21 && Math.min(Math.round(wide), high) <= 9
    if (isSaid && Math.abs(wide - Math.round(wide)) <= 0.004 * high) return `${Math.round(wide)}:${high}`
  }
  return `${String(Math.round(ratio * 100) / 100)} to 1`
}

function contentInWords(facts: MediaFacts): string {
  if (facts.medium !== null) return `its content is ${wordsOfMedium(facts.medium).a}`
  if (facts.contentType.startsWith('text/')) return 'its content is text'
  const kind = facts.format ?? /^application\/([a-z0-9]+)$/.exec(facts.contentType)?.[1]
  return kind === undefined ? 'its content is of no kind that Kiln knows' : `its content is ${kind.toUpperCase()}`
}

function isSameFormat(a: string, b: string): boolean {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()]
  return one === other || sameFormats.some((formats) => formats.includes(one) && formats.includes(other))
}

/** Each format once: jpg and jpeg are one to a person. */
function formatsInWords(formats: readonly string[]): string {
  const words = formats.filter((format, place) => !formats.slice(0, place).some((earlier) => isSameFormat(earlier, format)))
  return listed(words.map(formatInWords), 'or')
}

/** The name that people know: TIFF, whether a file ends in tif or tiff. */
function formatInWords(format: string): string {
  return (sameFormats.find((formats) => formats.includes(format.toLowerCase()))?.[0] ?? format).toUpperCase()
}

/** Rounded up, so that a file that is a byte too large never reads as exactly the limit. */
function megabytes(bytes: number): string {
  return (Math.ceil((bytes / (1024 * 1024)) * 10) / 10).toFixed(1)
}

function tenths(seconds: number): string {
  return String(Math.ceil(seconds * 10) / 10)
}

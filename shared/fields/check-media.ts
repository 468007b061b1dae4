import type { InputMedium } from '../json-schema.ts'
import type { MediaFacts } from '../media-facts.ts'
import type { MediaReference, Value } from '../values.ts'
import { isMediaReference } from '../values.ts'
import { z } from 'zod'
import type { MediaField } from './field.ts'
import { listed, quoted } from './say.ts'
import { sentences } from '../words/join.ts'
import { say, word } from '../words/say.ts'
import { countedMedia } from '../counted-media.ts'
import { assertNever } from '../assert-never.ts'

/** What is known about a file, an item or a draft; null: nothing yet, and then only what needs no facts is checked. */
export type FactsOf = (reference: MediaReference) => MediaFacts | null

/** What a medium is called in a sentence: `a` picture, one `image`. */
const mediumWords: { readonly [medium in InputMedium]: { readonly a: string; readonly one: string } } = {
  image: { a: word('a picture'), one: word('image') },
  video: { a: word('a video'), one: word('video') },
  audio: { a: word('a sound'), one: word('sound') },
  model: { a: word('a 3D model'), one: word('3D model') }
}
const anyMedium = { a: word('media'), one: word('file') }

/** Words for one of the media of a field. */
export function wordsOfMedium(medium: InputMedium | null): { readonly a: string; readonly one: string } {
  const { a, one } = medium === null ? anyMedium : mediumWords[medium]
  return { a: say(a), one: say(one) }
}

/** "3 images". */
export function countedInputs(count: number, medium: InputMedium | null): string {
  switch (medium) {
    case 'image':
      return say('{count, plural, one {# image} other {# images}}', { count })
    case 'video':
    case 'audio':
    case 'model':
      return countedMedia(count, medium)
    case null:
      return say('{count, plural, one {# file} other {# files}}', { count })
    default:
      return assertNever(medium)
  }
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
    return isWebAddress(value)
      ? []
      : [say('{subject}: {value} is not a web address. It has to start with https:// or http://.', { subject, value: quoted(value) })]
  }
  if (!isMediaReference(value)) return [say('{subject} has to be a file or a web address.', { subject })]
  const facts = factsOf(value)
  return facts === null ? [] : factMessages(field, capabilityTitle, subject, facts)
}

function factMessages(field: MediaField, capabilityTitle: string, subject: string, facts: MediaFacts): readonly string[] {
  if (facts.bytes === 0) return [say('{name} is empty. Choose another file.', { name: facts.name })]
  if (facts.medium === null || (field.medium !== null && facts.medium !== field.medium)) {
    return [
      say('{name} is not {a}: {facts}. Choose another file.', {
        name: facts.name,
        a: wordsOfMedium(field.medium).a,
        facts: contentInWords(facts)
      })
    ]
  }
  if (facts.isTorn) return [say('{name} can’t be read to its end: it is cut off or damaged. Choose another file.', { name: facts.name })]
  const { formats, maxBytes } = field.rule
  const messages: string[] = []
  if (
    formats !== undefined &&
    formats.length > 0 &&
    facts.format !== null &&
    !formats.some((format) => isSameFormat(format, facts.format ?? ''))
  ) {
    messages.push(
      say('{name} is {format}; {capabilityTitle} takes {formats}.', {
        name: facts.name,
        format: formatInWords(facts.format),
        capabilityTitle,
        formats: formatsInWords(formats)
      })
    )
  }
  if (maxBytes !== undefined && facts.bytes > maxBytes) {
    messages.push(
      say('{name} is {megabytes} MB; at most {most, number} MB. Choose a smaller file.', {
        name: facts.name,
        megabytes: megabytes(facts.bytes),
        most: Number(megabytes(maxBytes))
      })
    )
  }
  return [...messages, ...pixelMessages(field, subject, facts), ...playMessages(field, facts)]
}

function pixelMessages({ rule }: MediaField, subject: string, { width, height }: MediaFacts): readonly string[] {
  if (width === null || height === null || width === 0 || height === 0) return []
  const { minShortEdge, maxLongEdge, minAspectRatio, maxAspectRatio } = rule
  const is = say('{subject} is {width} × {height}.', { subject, width, height })
  const messages: string[] = []
  if (minShortEdge !== undefined && Math.min(width, height) < minShortEdge)
    messages.push(sentences(is, say('Its short edge needs {minShortEdge, number} pixels.', { minShortEdge })))
  if (maxLongEdge !== undefined && Math.max(width, height) > maxLongEdge)
    messages.push(sentences(is, say('Its long edge may have {maxLongEdge, number} pixels at most.', { maxLongEdge })))
  const shape = width / height
  if ((minAspectRatio !== undefined && shape < minAspectRatio) || (maxAspectRatio !== undefined && shape > maxAspectRatio))
    messages.push(sentences(is, say('Its shape has to be {shapes}.', { shapes: shapesInWords(minAspectRatio, maxAspectRatio) })))
  return messages
}

function playMessages({ rule }: MediaField, facts: MediaFacts): readonly string[] {
  const { minDurationInSeconds, maxDurationInSeconds, needsSound, needsStill } = rule
  const seconds = facts.durationInSeconds
  const messages: string[] = []
  if (minDurationInSeconds !== undefined && seconds !== null && seconds < minDurationInSeconds)
    messages.push(
      say('{name} is {seconds} seconds long; at least {minDurationInSeconds, number} seconds.', {
        name: facts.name,
        seconds: String(Math.floor(seconds * 10) / 10),
        minDurationInSeconds
      })
    )
  if (maxDurationInSeconds !== undefined && seconds !== null && seconds > maxDurationInSeconds)
    messages.push(
      say('{name} is {seconds} seconds long; at most {maxDurationInSeconds, number} seconds.', {
        name: facts.name,
        seconds: tenths(seconds),
        maxDurationInSeconds
      })
    )
  if (needsSound === true && facts.hasSound === false)
    messages.push(say('{name} has no sound, and it is needed here. Choose another file.', { name: facts.name }))
  if (needsStill === true && facts.isAnimated)
    messages.push(say('{name} is a moving picture. Choose one that stands still.', { name: facts.name }))
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
    : [say('{subject} is {own}, and “{label}” is {its}. They need the same pixels.', { subject, own, label: other.label, its })]
}

function pixelsOf(facts: MediaFacts | null): string | null {
  return facts === null || facts.width === null || facts.height === null ? null : `${facts.width} × ${facts.height}`
}

function shapesInWords(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined)
    return say('between {least} and {most}', { least: shapeInWords(least), most: shapeInWords(most) })
  return most === undefined
    ? say('{least} or wider', { least: shapeInWords(least ?? 1) })
    : say('{most} or narrower', { most: shapeInWords(most) })
}

/** 1.778 as `16:9`; what is no known shape as `1.9 to 1`. */
function shapeInWords(ratio: number): string {
  for (let high = 1; high <= 21; high += 1) {
    const wide = ratio * high
    const isSaid = Math.round(wide) <= 21 && Math.min(Math.round(wide), high) <= 9
    if (isSaid && Math.abs(wide - Math.round(wide)) <= 0.004 * high) return `${Math.round(wide)}:${high}`
  }
  return say('{ratio} to 1', { ratio: String(Math.round(ratio * 100) / 100) })
}

function contentInWords(facts: MediaFacts): string {
  if (facts.medium !== null) return say('its content is {a}', { a: wordsOfMedium(facts.medium).a })
  if (facts.contentType.startsWith('text/')) return say('its content is text')
  const kind = facts.format ?? /^application\/([a-z0-9]+)$/.exec(facts.contentType)?.[1]
  return kind === undefined ? say('its content is of no kind that Kiln knows') : say('its content is {kind}', { kind: kind.toUpperCase() })
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

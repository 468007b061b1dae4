import type { InputMedium } from '../json-schema.ts'
import type { MediaFacts } from '../media-facts.ts'
import type { MediaReference, Value } from '../values.ts'
import { isMediaReference } from '../values.ts'
import { z } from 'zod'
import { isDecodableFormat } from './image-fix.ts'
import { isSameFormat, equivalentFormats } from './same-format.ts'
import type { MediaField } from './field.ts'
import { formatList, quoteValue } from './format-list.ts'
import { joinSentences } from '../../i18n/join.ts'
import { say, word } from '../../i18n/say.ts'
import { formatMediaCount } from '../format-media-count.ts'
import { assertNever } from '../../assert-never.ts'

/** Returns facts about a file, an item or a draft. Null if unknown. Checks that need facts are then skipped. */
export type MediaFactsLookup = (reference: MediaReference) => MediaFacts | null

/** Nouns for a medium in a sentence: `a` with its article, `one` without. */
const mediumText: { readonly [medium in InputMedium]: { readonly a: string; readonly one: string } } = {
  image: { a: word('an image'), one: word('image') },
  video: { a: word('a video'), one: word('video') },
  audio: { a: word('audio'), one: word('audio file') },
  model: { a: word('a 3D model'), one: word('3D model') }
}
const anyMedium = { a: word('a media file'), one: word('file') }

/** Returns nouns for one item of a medium: `a` with its article, `one` without. If `medium` is null, any medium is meant. */
export function mediumNouns(medium: InputMedium | null): { readonly a: string; readonly one: string } {
  const { a, one } = medium === null ? anyMedium : mediumText[medium]
  return { a: say(a), one: say(one) }
}

/** Returns a count with its noun, such as "3 images". If `medium` is null, counts files. */
export function formatInputCount(count: number, medium: InputMedium | null): string {
  switch (medium) {
    case 'image':
      return say('{count, plural, one {# image} other {# images}}', { count })
    case 'video':
    case 'audio':
    case 'model':
      return formatMediaCount(count, medium)
    case null:
      return say('{count, plural, one {# file} other {# files}}', { count })
    default:
      return assertNever(medium)
  }
}

const httpUrl = /* @__PURE__ */ z.url({ protocol: /^https?$/ })

/** True for an absolute http(s) URL, which the service can load. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && httpUrl.safeParse(text).success
}

/** Returns the problems with one media value. `subject` starts the sentence, such as "image 2" or "The target photo". */
export function mediaProblemMessages(
  field: MediaField,
  capabilityTitle: string,
  subject: string,
  value: Value,
  factsOf: MediaFactsLookup
): readonly string[] {
  if (typeof value === 'string') {
    return isWebAddress(value)
      ? []
      : [
          say('{subject} can’t be {value}. Enter a valid web address that starts with https:// or http://.', {
            subject,
            value: quoteValue(value)
          })
        ]
  }
  if (!isMediaReference(value)) return [say('{subject} must be a file or a web address.', { subject })]
  const facts = factsOf(value)
  return facts === null ? [] : factMessages(field, capabilityTitle, subject, facts)
}

function factMessages(field: MediaField, capabilityTitle: string, subject: string, facts: MediaFacts): readonly string[] {
  if (facts.bytes === 0) return [say('{name} is empty. Choose another file.', { name: facts.name })]
  if (facts.medium === null || (field.medium !== null && facts.medium !== field.medium)) {
    return [
      say('{name} isn’t {a}. {facts}. Choose another file.', {
        name: facts.name,
        a: mediumNouns(field.medium).a,
        facts: contentInText(facts)
      })
    ]
  }
  if (facts.isTorn) return [say('{name} is incomplete or damaged. Choose another file.', { name: facts.name })]
  const { formats, maxBytes } = field.rule
  const messages: string[] = []
  if (
    formats !== undefined &&
    formats.length > 0 &&
    facts.format !== null &&
    !formats.some((format) => isSameFormat(format, facts.format ?? ''))
  ) {
    messages.push(
      joinSentences(
        say('{name} is in {format} format. {capabilityTitle} accepts {formats}.', {
          name: facts.name,
          format: formatInText(facts.format),
          capabilityTitle,
          formats: formatsInText(formats)
        }),
        facts.medium === 'image' && !isDecodableFormat(facts.format)
          ? say('Kiln can’t convert {format}. Export the file as JPG or PNG from your photo app.', { format: formatInText(facts.format) })
          : null
      )
    )
  }
  if (maxBytes !== undefined && facts.bytes > maxBytes) {
    messages.push(
      say('{name} is {megabytes} MB. The limit is {most, number} MB. Choose a smaller file.', {
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
    messages.push(joinSentences(is, say('The short edge must be at least {minShortEdge, number} pixels.', { minShortEdge })))
  if (maxLongEdge !== undefined && Math.max(width, height) > maxLongEdge)
    messages.push(joinSentences(is, say('The long edge can be at most {maxLongEdge, number} pixels.', { maxLongEdge })))
  const shape = width / height
  if ((minAspectRatio !== undefined && shape < minAspectRatio) || (maxAspectRatio !== undefined && shape > maxAspectRatio))
    messages.push(joinSentences(is, say('The aspect ratio must be {shapes}.', { shapes: shapesInText(minAspectRatio, maxAspectRatio) })))
  return messages
}

function playMessages({ rule }: MediaField, facts: MediaFacts): readonly string[] {
  const { minDurationInSeconds, maxDurationInSeconds, needsSound, needsStill } = rule
  const seconds = facts.durationInSeconds
  const messages: string[] = []
  if (minDurationInSeconds !== undefined && seconds !== null && seconds < minDurationInSeconds)
    messages.push(
      say(
        '{name} is {seconds, plural, one {# second} other {# seconds}} long. The minimum is {minDurationInSeconds, plural, one {# second} other {# seconds}}.',
        {
          name: facts.name,
          seconds: Math.floor(seconds * 10) / 10,
          minDurationInSeconds
        }
      )
    )
  if (maxDurationInSeconds !== undefined && seconds !== null && seconds > maxDurationInSeconds)
    messages.push(
      say(
        '{name} is {seconds, plural, one {# second} other {# seconds}} long. The maximum is {maxDurationInSeconds, plural, one {# second} other {# seconds}}.',
        {
          name: facts.name,
          seconds: Math.ceil(seconds * 10) / 10,
          maxDurationInSeconds
        }
      )
    )
  if (needsSound === true && facts.hasSound === false)
    messages.push(say('{name} has no audio. Choose a file with audio.', { name: facts.name }))
  if (needsStill === true && facts.isAnimated) messages.push(say('{name} is animated. Choose a still image.', { name: facts.name }))
  return messages
}

/** Returns a message if two images differ in size. A mask needs the size of its image. Empty if the sizes are equal or unknown. */
export function sizeMismatchMessages(
  subject: string,
  facts: MediaFacts | null,
  other: { readonly label: string; readonly facts: MediaFacts | null }
) {
  const [own, its] = [pixelsOf(facts), pixelsOf(other.facts)]
  return own === null || its === null || own === its
    ? []
    : [
        say('{subject} is {own}, and “{label}” is {its}. Both must have the same pixel dimensions.', {
          subject,
          own,
          label: other.label,
          its
        })
      ]
}

function pixelsOf(facts: MediaFacts | null): string | null {
  return facts === null || facts.width === null || facts.height === null ? null : `${facts.width} × ${facts.height}`
}

function shapesInText(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined)
    return say('between {least} and {most}', { least: shapeInText(least), most: shapeInText(most) })
  return most === undefined
    ? say('{least} or wider', { least: shapeInText(least ?? 1) })
    : say('{most} or narrower', { most: shapeInText(most) })
}

/** Formats an aspect ratio, such as 1.778 as `16:9`. An unusual ratio is written like `1.91:1`. */
function shapeInText(ratio: number): string {
  for (let high = 1; high <= 21; high += 1) {
    const wide = ratio * high
    const isSaid = Math.round(wide) <= 21 && Math.min(Math.round(wide), high) <= 9
    if (isSaid && Math.abs(wide - Math.round(wide)) <= 0.004 * high) return `${Math.round(wide)}:${high}`
  }
  return say('{ratio}:1', { ratio: String(Math.round(ratio * 100) / 100) })
}

function contentInText(facts: MediaFacts): string {
  if (facts.medium !== null) return say('It’s {a}', { a: mediumNouns(facts.medium).a })
  if (facts.contentType.startsWith('text/')) return say('It’s a text file')
  const kind = facts.format ?? /^application\/([a-z0-9]+)$/.exec(facts.contentType)?.[1]
  return kind === undefined ? say('The format isn’t supported') : say('The format is {kind}', { kind: kind.toUpperCase() })
}

/** Lists each format once, because jpg and jpeg are the same to the user. */
function formatsInText(formats: readonly string[]): string {
  const words = formats.filter((format, place) => !formats.slice(0, place).some((earlier) => isSameFormat(earlier, format)))
  return formatList(words.map(formatInText), 'or')
}

/** Returns the common name of a format, such as TIFF for the extensions tif and tiff. */
function formatInText(format: string): string {
  return (equivalentFormats.find((formats) => formats.includes(format.toLowerCase()))?.[0] ?? format).toUpperCase()
}

/** Rounds up, so that a file one byte too large never reads as exactly the limit. */
function megabytes(bytes: number): string {
  return (Math.ceil((bytes / (1024 * 1024)) * 10) / 10).toFixed(1)
}

import { quoteValue } from '../form/fields/format-value.ts'
import { equivalentFormats, isSameFormat } from '../form/fields/equivalent-formats.ts'
import type { FileContent, PixelSize, Problem, ProblemParams } from '../form/problem.ts'
import { formatList } from '../i18n/format-list.ts'
import { joinNames, joinSentences } from '../i18n/join.ts'
import { say, sayContract } from '../i18n/say.ts'
import { formatInputCount, mediumNouns } from './media-nouns.ts'
import type { Phrases } from './phrases.ts'
import { phraseOf } from './phrases.ts'
import { choicesText, schemaRuleText, valueRuleText } from './schema-rule-phrases.ts'
import { entryText, entryTextBesideValue, labelInsideSentence, subjectText } from './subject-text.ts'

/** Sentences that say what is wrong and what to do. */
export const problemPhrases: Phrases<ProblemParams> = {
  'invalid-value': (entry) => `${entryText(entry)} ${entryRuleText(entry)}`,
  'invalid-form': ({ rule }) => say('The form {message}', { message: schemaRuleText(rule) }),
  'invalid-in-group': ({ group, problem }) => say('{group}: {message}', { group, message: problemText(problem) }),
  'unknown-field': ({ name, title }) =>
    say('{name} isn’t a field of {title}. Remove it.', { name: quoteValue(name), title: sayContract(title) }),

  'missing-prompt': () => say('Write a prompt.'),
  'missing-value': ({ label }) => say('Fill in “{label}”.', { label }),
  'missing-choice': ({ label }) => say('Choose a value for “{label}”.', { label }),
  'missing-choices': ({ label, least }) =>
    say('Choose at least {least, plural, one {# option} other {# options}} for “{label}”.', { least, label }),
  'missing-media': ({ label }) => say('Add the {label}.', { label: labelInsideSentence(label) }),
  'missing-media-items': ({ least, medium }) => say('Add at least {items}.', { items: formatInputCount(least, medium) }),

  'not-an-object': ({ subject }) => say('{field} must be a JSON object.', { field: subjectText(subject) }),
  'not-a-list': ({ subject }) => say('{field} must be a list.', { field: subjectText(subject) }),
  'unlisted-choice': ({ subject, value, choices }) =>
    say('{field} can’t be {value}. Choose {choices}.', {
      field: subjectText(subject),
      value: quoteValue(value),
      choices: choicesText(choices)
    }),
  'unlisted-size': ({ subject, value, sizes }) =>
    say('{field} can’t be {value}. Choose one of the {sizes} sizes.', { field: subjectText(subject), value: quoteValue(value), sizes }),
  'unlisted-count': ({ subject, value, least, most }) =>
    say('{field} can’t be {value}. Choose {least} to {most}.', { field: subjectText(subject), value: quoteValue(value), least, most }),
  'invalid-seed': ({ subject, value, minimum, maximum }) =>
    say('{field} can’t be {value}. Enter a whole number from {minimum, number} to {maximum, number}.', {
      field: subjectText(subject),
      value: quoteValue(value),
      minimum,
      maximum
    }),
  'not-a-switch': ({ subject }) => say('{field} must be on or off.', { field: subjectText(subject) }),
  'wrong-switch': ({ subject, mustBe }) =>
    mustBe ? say('Tick {field}.', { field: subjectText(subject) }) : say('{field} must be off.', { field: subjectText(subject) }),
  'unfinished-json': ({ subject }) => say('{field} isn’t valid JSON yet.', { field: subjectText(subject) }),
  'other-fields-not-an-object': () =>
    say('The other fields must be one JSON object, such as {example}.', { example: '{ "name": "value" }' }),

  'not-one-item': ({ subject, medium }) =>
    say('{field} accepts one {one}, not a list.', { field: subjectText(subject), one: mediumNouns(medium).one }),
  'too-few-media': ({ missing, minItems, medium }) =>
    say('Add {items} to reach the minimum of {minItems}.', { items: formatInputCount(missing, medium), minItems }),
  'too-many-media': ({ maxItems, surplus, medium }) =>
    say('This field accepts at most {items}. Remove {surplus, number}.', { items: formatInputCount(maxItems, medium), surplus }),
  'invalid-web-address': ({ subject, value }) =>
    say('{subject} can’t be {value}. Enter a valid web address that starts with https:// or http://.', {
      subject: subjectText(subject),
      value: quoteValue(value)
    }),
  'not-media': ({ subject }) => say('{subject} must be a file or a web address.', { subject: subjectText(subject) }),
  'empty-file': ({ fileName }) => say('{name} is empty. Choose another file.', { name: fileName }),
  'damaged-file': ({ fileName }) => say('{name} is incomplete or damaged. Choose another file.', { name: fileName }),
  'wrong-medium': ({ fileName, medium, content }) =>
    say('{name} isn’t {a}. {facts}. Choose another file.', { name: fileName, a: mediumNouns(medium).a, facts: contentText(content) }),
  'wrong-format': ({ fileName, format, formats, title, isConvertible }) =>
    joinSentences(
      say('{name} is in {format} format. {capabilityTitle} accepts {formats}.', {
        name: fileName,
        format: formatText(format),
        capabilityTitle: sayContract(title),
        formats: formatsText(formats)
      }),
      isConvertible
        ? null
        : say('Kiln can’t convert {format}. Export the file as JPG or PNG from your photo app.', { format: formatText(format) })
    ),
  'file-too-large': ({ fileName, bytes, maxBytes }) =>
    say('{name} is {megabytes} MB. The limit is {most, number} MB. Choose a smaller file.', {
      name: fileName,
      megabytes: megabytes(bytes),
      most: Number(megabytes(maxBytes))
    }),
  'short-edge-too-short': ({ minShortEdge, ...file }) =>
    joinSentences(sizeSentence(file), say('The short edge must be at least {minShortEdge, number} pixels.', { minShortEdge })),
  'long-edge-too-long': ({ maxLongEdge, ...file }) =>
    joinSentences(sizeSentence(file), say('The long edge can be at most {maxLongEdge, number} pixels.', { maxLongEdge })),
  'wrong-aspect-ratio': ({ minAspectRatio, maxAspectRatio, ...file }) =>
    joinSentences(sizeSentence(file), say('The aspect ratio must be {shapes}.', { shapes: ratiosText(minAspectRatio, maxAspectRatio) })),
  'too-short-to-play': ({ fileName, seconds, minDurationInSeconds }) =>
    say(
      '{name} is {seconds, plural, one {# second} other {# seconds}} long. The minimum is {minDurationInSeconds, plural, one {# second} other {# seconds}}.',
      { name: fileName, seconds: Math.floor(seconds * 10) / 10, minDurationInSeconds }
    ),
  'too-long-to-play': ({ fileName, seconds, maxDurationInSeconds }) =>
    say(
      '{name} is {seconds, plural, one {# second} other {# seconds}} long. The maximum is {maxDurationInSeconds, plural, one {# second} other {# seconds}}.',
      { name: fileName, seconds: Math.ceil(seconds * 10) / 10, maxDurationInSeconds }
    ),
  'no-sound': ({ fileName }) => say('{name} has no audio. Choose a file with audio.', { name: fileName }),
  'not-still': ({ fileName }) => say('{name} is animated. Choose a still image.', { name: fileName }),
  'different-size': ({ subject, size, otherLabel, otherSize }) =>
    say('{subject} is {own}, and “{label}” is {its}. Both must have the same pixel dimensions.', {
      subject: subjectText(subject),
      own: pixelSizeText(size),
      label: otherLabel,
      its: pixelSizeText(otherSize)
    }),

  'file-not-found': ({ fileName }) =>
    say('{gone} can’t be found. Choose it again.', { gone: fileName === null ? say('The file') : `“${fileName}”` }),
  'result-not-found': () => say('{gone} can’t be found. Choose it again.', { gone: say('The result') }),
  'result-removed': () => say('This result isn’t in the library any more. Choose another file.'),
  'unreadable-file': ({ text }) => text,
  'forgotten-file': () => say('Kiln was restarted and no longer has access to this file. Choose it again.'),
  'path-instead-of-file': () => say('Choose this file again.'),
  'capability-not-offered': ({ capabilityId }) =>
    say('The service doesn’t offer {capabilityId}. Choose another capability in the gallery.', { capabilityId }),
  'rejected-by-service': ({ message }) => say('The service says: “{message}”', { message }),

  'wrong-cell-count': ({ cells, heads }) =>
    say(
      'This row has {cells, plural, one {# cell} other {# cells}}, but the first row has {heads}. Check for a missing or extra separator or quotation mark.',
      { cells, heads }
    ),
  'switch-cell': ({ label, text }) => cell(label, say('can’t be {text}. Enter yes or no.', { text: quoteValue(text) })),
  'choice-cell': ({ label, text, choices, others }) =>
    cell(
      label,
      say('can’t be {text}. Enter {ways}.', {
        text: quoteValue(text),
        ways:
          others === 0
            ? formatList(choices, 'or')
            : say('{named} or {others, plural, one {# other option} other {one of # other options}}', { named: joinNames(choices), others })
      })
    ),
  'size-cell': ({ label, text, sizes, others }) =>
    cell(
      label,
      say('can’t be {text}. Enter {ways}.', {
        text: quoteValue(text),
        ways: formatList([...sizes.map(pixelSizeText), ...(others > 0 ? [say('another available size')] : [])], 'or')
      })
    ),
  'count-cell': ({ label, text, least, most }) =>
    cell(label, say('can’t be {text}. Enter a number from {least} to {most}.', { text: quoteValue(text), least, most })),
  'ambiguous-cell': ({ label, text, whole, rest }) =>
    cell(label, say('is ambiguous: {text}. Enter {whole}{rest} or {whole}.{rest}.', { text: quoteValue(text), whole, rest })),
  'number-cell': ({ label, text }) => cell(label, say('can’t be {text}. Enter a number.', { text: quoteValue(text) })),
  'address-cell': ({ label, text }) =>
    cell(label, say('can’t be {text}. Enter a web address or the name of a file in the table’s folder.', { text: quoteValue(text) })),
  'outside-file-cell': ({ label, fileName }) =>
    cell(
      label,
      say('can’t be {name}, because that file isn’t in the table’s folder. Put the file there or in a subfolder, then enter its name.', {
        name: quoteValue(fileName)
      })
    ),
  'outside-reference-cell': ({ label }) =>
    cell(label, say('refers to a file outside the table’s folder. Enter the name of a file in that folder, or a web address.')),
  'json-cell': ({ label, text, isList }) =>
    cell(
      label,
      say('isn’t valid JSON: {text}. Enter JSON, such as {example}.', {
        text: quoteValue(text),
        example: isList ? '["one", "two"]' : '{"name": "value"}'
      })
    )
}

/** Returns the sentence for a problem. It says what to do. */
export function problemText({ code, params }: Problem): string {
  return phraseOf(problemPhrases, { code, params } as Problem)
}

/** Returns the text of a problem, to be shown beside the invalid line. */
export function problemTextBesideValue(problem: Problem): string {
  if (problem.code !== 'invalid-value') return problemText(problem)
  return `${entryTextBesideValue(problem.params)} ${entryRuleText(problem.params)}`
}

function entryRuleText({ path, value, rule }: ProblemParams['invalid-value']): string {
  return path.length > 0 && value !== undefined ? valueRuleText(rule) : schemaRuleText(rule)
}

/** Returns the sentences for all problems. */
export function problemsText(problems: readonly Problem[]): string {
  return joinSentences(...problems.map(problemText))
}

function cell(label: string, predicate: string): string {
  return `“${label}” ${predicate}`
}

function sizeSentence({ subject, size }: Pick<ProblemParams['long-edge-too-long'], 'subject' | 'size'>): string {
  return say('{subject} is {width} × {height}.', { subject: subjectText(subject), width: size.width, height: size.height })
}

function pixelSizeText({ width, height }: PixelSize): string {
  return `${width} × ${height}`
}

function ratiosText(least: number | null, most: number | null): string {
  if (least !== null && most !== null) return say('between {least} and {most}', { least: ratioText(least), most: ratioText(most) })
  return most === null ? say('{least} or wider', { least: ratioText(least ?? 1) }) : say('{most} or narrower', { most: ratioText(most) })
}

/** Formats an aspect ratio, such as 1.778 as `16:9`. An unusual ratio is written like `1.91:1`. */
function ratioText(ratio: number): string {
  for (let high = 1; high <= 21; high += 1) {
    const wide = ratio * high
    const isSaid = Math.round(wide) <= 21 && Math.min(Math.round(wide), high) <= 9
    if (isSaid && Math.abs(wide - Math.round(wide)) <= 0.004 * high) return `${Math.round(wide)}:${high}`
  }
  return say('{ratio}:1', { ratio: String(Math.round(ratio * 100) / 100) })
}

function contentText({ medium, format, contentType }: FileContent): string {
  if (medium !== null) return say('It’s {a}', { a: mediumNouns(medium).a })
  if (contentType.startsWith('text/')) return say('It’s a text file')
  const kind = format ?? /^application\/([a-z0-9]+)$/.exec(contentType)?.[1]
  return kind === undefined ? say('The format isn’t supported') : say('The format is {kind}', { kind: kind.toUpperCase() })
}

/** Returns the formats as a list. Each is listed once, because jpg and jpeg are the same to the user. */
function formatsText(formats: readonly string[]): string {
  const words = formats.filter((format, place) => !formats.slice(0, place).some((earlier) => isSameFormat(earlier, format)))
  return formatList(words.map(formatText), 'or')
}

/** Returns the common name of a format, such as TIFF for the extensions tif and tiff. */
function formatText(format: string): string {
  return (equivalentFormats.find((formats) => formats.includes(format.toLowerCase()))?.[0] ?? format).toUpperCase()
}

/** Returns a size in megabytes, rounded up. A file that is one byte too large would otherwise be shown with exactly the maximum size. */
function megabytes(bytes: number): string {
  return (Math.ceil((bytes / (1024 * 1024)) * 10) / 10).toFixed(1)
}

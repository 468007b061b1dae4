import { IntlMessageFormat } from 'intl-messageformat'
import { hearAgain, type HeardTemplate, heardTemplate } from './hear-again.ts'
import { type Language, localeOf } from './languages.ts'
import { withChineseSpaces } from './spaces.ts'
import { textElements } from './text-elements.ts'

/** What stands in the places of a text. A number is written as it is; `{count, plural, …}` and `{count, number}` write it as the language does. */
export type TextValues = Readonly<Record<string, string | number>>

/** A language as it is spoken: English needs no texts, since a text is its own key. */
export type Speech = {
  readonly language: Language
  /** By the English text. */
  readonly texts: ReadonlyMap<string, string>
  /** Texts of the contracts that Kiln knows, by the English one: titles, help, options and units. */
  readonly contractTexts: ReadonlyMap<string, string>
  /** English texts with values that are stored as they were said: see `kept`. */
  readonly keptTexts: readonly string[]
}

type Formatters = NonNullable<NonNullable<ConstructorParameters<typeof IntlMessageFormat>[3]>['formatters']>

const english: Speech = { language: 'en', texts: new Map(), contractTexts: new Map(), keptTexts: [] }

/** Set once, before the first text is said: in the page before it draws, in main before its window opens, and again when the language changes. */
let inForce = english
let keptTemplates: readonly HeardTemplate[] | null = null
const compiled = new Map<string, IntlMessageFormat>()
const again = new Map<string, string>()
/** Texts said again that are remembered; a journal holds few different ones. */
const mostRemembered = 2_000

export function speak(speech: Speech): void {
  inForce = speech
  keptTemplates = null
  compiled.clear()
  again.clear()
}

export function languageInForce(): Language {
  return inForce.language
}

/** For `Intl`: dates, figures, the order of names. */
export function localeInForce(): string {
  return localeOf[inForce.language]
}

/**
 * A text in the language in force. `text` is the English itself, a literal, and its key in the catalogue; values stand in it by name, in ICU message
 * syntax. Never at the top of a module: no language is in force there yet. Marks it there with `word` and say it later.
 */
export function say(text: string, values?: TextValues): string {
  const said = inForce.texts.get(text) ?? text
  if (values === undefined) return said
  const format = (given: TextValues): string => String(formatOf(said, inForce.language).format(given))
  return inForce.language === 'zh-Hans' ? withChineseSpaces(values, format) : format(values)
}

/**
 * What a contract says, in the language in force: a title, a help, an option or a unit of the practice service and of Kiln's own floor. What another
 * service says in other words stays as it says it.
 */
export function sayContract(text: string): string {
  return inForce.contractTexts.get(text) ?? text
}

/** Marks a text of a table for the catalogue; it is said where it is shown. */
export function word<const Text extends string>(text: Text): Text {
  return text
}

/**
 * A text that is written down as it is said, in a journal or a bundle: always in English, and marked for the catalogue. `sayAgain` gives it in the
 * language in force where it is shown.
 */
export function kept(text: string, values?: TextValues): string {
  return values === undefined ? text : String(formatOf(text, 'en').format(values))
}

/** What `make` says, in English: for texts that are stored and made by functions which others use to say them. */
export function inEnglish<Made>(make: () => Made): Made {
  const before = inForce
  inForce = english
  try {
    return make()
  } finally {
    inForce = before
  }
}

/** What was said in English before, by `kept` or in a table of `word`, in the language in force; what nobody of ours has said stays as it is. */
export function sayAgain(text: string): string {
  if (inForce.language === 'en') return text
  const whole = inForce.texts.get(text)
  if (whole !== undefined) return whole
  const known = again.get(text)
  if (known !== undefined) return known
  keptTemplates ??= inForce.keptTexts.map((template) => heardTemplate(template, textElements(formatOf(template, 'en').getAst())))
  const heard = hearAgain(text, keptTemplates)
  const said = heard === null ? text : say(heard.text, partsSaidAgain(heard.values))
  if (again.size >= mostRemembered) again.clear()
  again.set(text, said)
  return said
}

/** A text with marks such as `<b>…</b>`, in parts: `values` has a function for each mark, which makes of what stands in it something else. */
export function sayInParts<Part>(
  text: string,
  values: Readonly<Record<string, string | number | Part | ((inside: readonly (string | Part)[]) => Part)>>
): readonly (string | Part)[] {
  const said = formatOf(inForce.texts.get(text) ?? text, inForce.language, true).format<Part>({ ...values })
  return Array.isArray(said) ? said : [said]
}

/** Values of kept texts that are texts of our own, too; names and what others say are not. */
const ownParts: ReadonlySet<string> = new Set([
  'reason',
  'subject',
  'limit',
  'names',
  'now',
  'before',
  'earlier',
  'after',
  'added',
  'removed',
  'field'
])

/** And those that a contract says. */
const contractParts: ReadonlySet<string> = new Set(['label', 'title', 'formerly'])

function partsSaidAgain(values: TextValues): TextValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? partSaidAgain(name, value) : value])
  )
}

function partSaidAgain(name: string, value: string): string {
  if (ownParts.has(name)) return sayAgain(value)
  return contractParts.has(name) ? sayContract(value) : value
}

function formatOf(text: string, language: Language, hasMarks = false): IntlMessageFormat {
  const key = `${language} ${String(hasMarks)} ${text}`
  let format = compiled.get(key)
  if (format === undefined) {
    format = new IntlMessageFormat(text, localeOf[language], undefined, { ignoreTag: !hasMarks, formatters })
    compiled.set(key, format)
  }
  return format
}

/** Made once each, since making one is slow; figures keep all their digits. */
const formatters: Formatters = {
  getNumberFormat: remembered(
    (locales?: string | string[], options?: object) => new Intl.NumberFormat(locales, { maximumFractionDigits: 20, ...options })
  ),
  getDateTimeFormat: remembered((locales?: string | string[], options?: object) => new Intl.DateTimeFormat(locales, options)),
  getPluralRules: remembered((locales?: string | string[], options?: object) => new Intl.PluralRules(locales, options))
}

function remembered<Made>(
  make: (locales?: string | string[], options?: object) => Made
): (locales?: string | string[], options?: object) => Made {
  const made = new Map<string, Made>()
  return (locales, options) => {
    const key = JSON.stringify([locales, options])
    const known = made.get(key) ?? make(locales, options)
    made.set(key, known)
    return known
  }
}

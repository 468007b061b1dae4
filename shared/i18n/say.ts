import { IntlMessageFormat } from 'intl-messageformat'
import { type Language, languageLocales } from './languages.ts'
import { formatWithChineseSpaces } from './spaces.ts'

/**
 * Values for the placeholders of a text. A number is inserted unformatted unless the text has `{count, plural, …}` or `{count, number}`.
 */
export type TextValues = Readonly<Record<string, string | number>>

/** The texts of a language. For English, these are only a platform's own terms, because the English texts are the keys. */
export type LocaleTexts = {
  readonly language: Language
  /** Keyed by the English text. */
  readonly texts: ReadonlyMap<string, string>
  /** Texts of known contracts, keyed by the English text: titles, help, options and units. */
  readonly contractTexts: ReadonlyMap<string, string>
}

type Formatters = NonNullable<NonNullable<ConstructorParameters<typeof IntlMessageFormat>[3]>['formatters']>

const english: LocaleTexts = { language: 'en', texts: new Map(), contractTexts: new Map() }

/**
 * The active texts. They are set before the first text is used, and again when the language changes. The page sets them before it renders,
 * and the main process before its window opens.
 */
let inForce = english
const compiled = new Map<string, IntlMessageFormat>()

export function setLocaleTexts(speech: LocaleTexts): void {
  inForce = speech
  compiled.clear()
}

export function currentLanguage(): Language {
  return inForce.language
}

/** Returns the locale for `Intl`: dates, numbers, sorting of names. */
export function currentLocale(): string {
  return languageLocales[inForce.language]
}

/**
 * Translates a text into the active language. `text` must be a literal. It is the English text and also its key in the catalogue. Values
 * are inserted by name, in ICU message syntax. Don't call `say` at module level, where no language is active yet. Mark the text there with
 * `word`, and translate it later.
 */
export function say(text: string, values?: TextValues): string {
  const said = inForce.texts.get(text) ?? text
  if (values === undefined) return said
  const format = (given: TextValues): string => String(formatOf(said, inForce.language).format(given))
  return inForce.language === 'zh-Hans' ? formatWithChineseSpaces(values, format) : format(values)
}

/**
 * Translates a contract's text into the active language. Covers titles, help, options and units of the practice service and Kiln's built-in
 * capabilities. Texts of other services are unchanged.
 */
export function sayContract(text: string): string {
  return inForce.contractTexts.get(text) ?? text
}

/**
 * Returns `make` with a cache, which is separate for each language. The result of `make` must depend only on its argument and on
 * translations.
 */
export function cacheByLanguage<Source extends object, Made>(make: (source: Source) => Made): (source: Source) => Made {
  const made = new WeakMap<LocaleTexts, WeakMap<Source, Made>>()
  return (source) => {
    const own = made.get(inForce) ?? new WeakMap<Source, Made>()
    made.set(inForce, own)
    const known = own.get(source)
    if (known !== undefined) return known
    const fresh = make(source)
    own.set(source, fresh)
    return fresh
  }
}

/** Marks a text for the catalogue and returns the text unchanged. Callers translate the text where it is shown. */
export function word<const Text extends string>(text: Text): Text {
  return text
}

/** Runs `make` with English as the active language. Used to store texts from functions that normally return translated texts. */
export function runInEnglish<Made>(make: () => Made): Made {
  const before = inForce
  inForce = english
  try {
    return make()
  } finally {
    inForce = before
  }
}

/**
 * Translates a message that contains tags such as `<b>…</b>` and returns its parts. `values` has a function for each tag, which transforms the tag's
 * content.
 */
export function sayInParts<Part>(
  text: string,
  values: Readonly<Record<string, string | number | Part | ((inside: readonly (string | Part)[]) => Part)>>
): readonly (string | Part)[] {
  const said = formatOf(inForce.texts.get(text) ?? text, inForce.language, true).format<Part>({ ...values })
  return Array.isArray(said) ? said : [said]
}

function formatOf(text: string, language: Language, hasMarks = false): IntlMessageFormat {
  const key = `${language} ${String(hasMarks)} ${text}`
  let format = compiled.get(key)
  if (format === undefined) {
    format = new IntlMessageFormat(text, languageLocales[language], undefined, { ignoreTag: !hasMarks, formatters })
    compiled.set(key, format)
  }
  return format
}

/** Formatters are cached, because creating them is slow. Numbers keep all their digits. */
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

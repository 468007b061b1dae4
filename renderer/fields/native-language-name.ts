import type { ChoiceField, ChoiceOption } from '../../shared/form/fields.ts'

/**
 * Returns the options of a language field. Adds each language's own name to its label, such as "German · Deutsch". Other options are
 * unchanged.
 */
export function withNativeNames({ name, options }: ChoiceField): readonly ChoiceOption[] {
  if (!/lang|locale/i.test(name)) return options
  return options.map((option) => {
    const native = nativeLanguageName(option.value)
    return native === null || native.toLowerCase() === option.label.toLowerCase()
      ? option
      : { ...option, label: `${option.label} · ${native}` }
  })
}

/** Returns a language's own name. Null if the value isn't the code of a known language. */
function nativeLanguageName(value: unknown): string | null {
  if (typeof value !== 'string' || !/^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(value)) return null
  try {
    return new Intl.DisplayNames([value], { type: 'language', fallback: 'none' }).of(value) ?? null
  } catch {
    return null
  }
}

import { say } from '../../shared/i18n/say.ts'

/** Options with their labels, marked by `word`, in the current language. */
export function translatedLabels<Option extends { readonly label: string }>(options: readonly Option[]): Option[] {
  return options.map((option) => ({ ...option, label: say(option.label) }))
}

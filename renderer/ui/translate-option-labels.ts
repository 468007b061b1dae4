import { say } from '../../shared/i18n/say.ts'

/** Returns the options with their labels in the current language. The labels must be marked for translation with `word`. */
export function translateOptionLabels<Option extends { readonly label: string }>(options: readonly Option[]): Option[] {
  return options.map((option) => ({ ...option, label: say(option.label) }))
}

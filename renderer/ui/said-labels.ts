import { say } from '../../shared/words/say.ts'

/** The options of a table, with the labels that `word` marks in it said in the language in force. */
export function saidLabels<Option extends { readonly label: string }>(options: readonly Option[]): Option[] {
  return options.map((option) => ({ ...option, label: say(option.label) }))
}

import type { Field, TextField } from './field.ts'

/** Minimum `maxLength` of a main text, in characters. Texts with a lower limit are secondary. */
const minMainTextLength = 300

/**
 * Returns the main text of a form. This is the prompt, otherwise a required text such as a script. If there is neither, it is the form's
 * only long text, such as the idea for a logo. Null if none exists. `controllerOf` returns the name of the field that controls the given
 * field, or null. A controlled text isn't the main text.
 */
export function sentenceField(fields: readonly Field[], controllerOf: (name: string) => string | null): TextField | null {
  const texts = fields.filter((field) => field.kind === 'text').filter((field) => !field.isRare)
  const prompt = texts.find((field) => field.role === 'prompt')
  if (prompt !== undefined) return prompt
  const mainTexts = texts.filter((field) => isMainText(field) && !fields.some(({ name }) => name === controllerOf(field.name)))
  return mainTexts.find((field) => field.isRequired) ?? (mainTexts.length === 1 ? mainTexts[0] : undefined) ?? null
}

function isMainText({ role, isLong, maxLength }: TextField): boolean {
  return role === 'plain' && isLong && (maxLength === null || maxLength >= minMainTextLength)
}

import type { Field, MediaField, TextField } from '../../shared/form/fields.ts'

/** Positions of a form's fields. `settings` is at the side, and `rare` in a collapsed section. The other fields are in the middle. */
export type FormLayout = {
  readonly media: readonly MediaField[]
  readonly prompt: TextField | null
  /** Negative prompt, shown inside the prompt's panel. */
  readonly negativePrompt: TextField | null
  /** Long or required text fields, groups, lists and JSON. These fields are in the middle because they need more width or attention. */
  readonly long: readonly Field[]
  readonly settings: readonly Field[]
  readonly rare: readonly Field[]
}

/** Maximum length of a text field that may be placed below its controlling setting, in characters. */
const longestAmongSettings = 400

/**
 * Assigns each field to a position in the form. `controllerOf` returns the name of the field that controls the given field, or null. A
 * field controlled by a setting is placed directly below that setting.
 */
export function formLayout(fields: readonly Field[], controllerOf: (name: string) => string | null = () => null): FormLayout {
  const shown = fields.filter((field) => !field.isRare)
  const texts = shown.filter((field) => field.kind === 'text')
  const prompt = texts.find((field) => field.role === 'prompt') ?? null
  const negativePrompt = prompt === null ? null : (texts.find((field) => field.role === 'leave-out') ?? null)
  const isElsewhere = (field: Field): boolean => field.kind === 'media' || field === prompt || field === negativePrompt
  const hung = new Map(
    shown.flatMap((field) => {
      const controller = isElsewhere(field) || !fitsAmongSettings(field) ? null : controllerOf(field.name)
      return controller !== null && shown.some(({ name }) => name === controller) ? [[field, controller] as const] : []
    })
  )
  const others = shown.filter((field) => !isElsewhere(field) && !hung.has(field))
  const settings = others.filter((field) => !isLong(field))
  const below = (field: Field): readonly Field[] => [...hung].flatMap(([one, controller]) => (controller === field.name ? [one] : []))
  const placed = new Set(settings.flatMap(below))
  return {
    media: shown.filter((field) => field.kind === 'media'),
    prompt,
    negativePrompt,
    long: shown.filter((field) => (others.includes(field) && isLong(field)) || (hung.has(field) && !placed.has(field))),
    settings: settings.flatMap((field) => [field, ...below(field)]),
    rare: fields.filter((field) => field.isRare)
  }
}

function isLong(field: Field): boolean {
  if (field.kind === 'text') return field.isLong || (field.isRequired && !field.isColor)
  return field.kind === 'json' || field.kind === 'group' || field.kind === 'list'
}

function fitsAmongSettings(field: Field): boolean {
  if (field.kind === 'text') return field.maxLength !== null && field.maxLength <= longestAmongSettings ? true : field.isColor
  return field.kind !== 'json' && field.kind !== 'group' && field.kind !== 'list'
}

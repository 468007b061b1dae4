import type { ChoiceField, ChoiceOption, Field } from '../../shared/form/fields.ts'

/** Maximum number of options in a menu. A longer list uses a search instead. */
const maxOptionsInAMenu = 12
/** Width available for a row of buttons, in pixels. Matches the width of the settings column. */
const rowWidth = 300
const buttonEdges = 17
const letterWidth = 7.2
const maxButtons = 5

/** Variant of a closed list: audio samples, drawn shapes, buttons in a row, a menu, or a search. */
export type ChoiceVariant = 'samples' | 'shapes' | 'buttons' | 'menu' | 'search'

export function choiceVariant(field: ChoiceField): ChoiceVariant {
  const { options } = field
  if (options.some(({ sampleUrl }) => sampleUrl !== undefined)) return 'samples'
  if (options.length > maxOptionsInAMenu) return 'search'
  if (options.filter((option) => optionAspectRatio(option) !== null).length >= Math.max(2, options.length - 2)) return 'shapes'
  const letters = options.reduce((sum, { label }) => sum + [...label].length, 0)
  const isShort = letters * letterWidth + options.length * buttonEdges <= rowWidth
  return options.length >= 2 && options.length <= maxButtons && isShort ? 'buttons' : 'menu'
}

/** True if a field takes up a single line among the settings. The lines of these fields are close together. */
export function isOneLine(field: Field): boolean {
  if (field.kind === 'switch') return field.default !== null || field.mustBe !== null
  return field.kind === 'choice' && choiceVariant(field) === 'menu'
}

const namedShapes: { readonly [name: string]: readonly [width: number, height: number] } = {
  square: [1, 1],
  landscape: [4, 3],
  portrait: [3, 4],
  horizontal: [16, 9],
  vertical: [9, 16],
  wide: [16, 9],
  tall: [9, 16]
}

type AspectRatio = { readonly width: number; readonly height: number }

/**
 * Returns the aspect ratio to draw for an option, such as `16:9` or `portrait`. For a word, the ratio is an estimate. Null if the option
 * doesn't name an aspect ratio.
 */
export function optionAspectRatio(option: ChoiceOption): AspectRatio | null {
  if (typeof option.value !== 'string') return null
  const [width, height] = namedShape(option.value)
  return numericAspectRatio(option) ?? (width > 0 ? { width, height } : null)
}

/**
 * Returns the aspect ratio that an option states in numbers, such as `16:9`. Null if the option doesn't state one, or if it is too long to
 * draw.
 */
export function numericAspectRatio({ value }: ChoiceOption): AspectRatio | null {
  if (typeof value !== 'string') return null
  const [, across, down] = /^(\d{1,2}(?:\.\d+)?)\s*[:/x]\s*(\d{1,2}(?:\.\d+)?)$/.exec(value) ?? []
  const [width, height] = [Number(across), Number(down)]
  return width > 0 && height > 0 && width / height <= 5 && height / width <= 5 ? { width, height } : null
}

function namedShape(value: string): readonly [number, number] {
  const name = value.toLowerCase()
  return (Object.hasOwn(namedShapes, name) ? namedShapes[name] : undefined) ?? [0, 0]
}

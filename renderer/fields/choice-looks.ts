import type { ChoiceField, ChoiceOption, Field } from '../../shared/fields.ts'

/** More than this many are searched, not looked through. */
const mostOptionsInAMenu = 12
/** Room for a row of buttons, in pixels: the width of the settings at the side. */
const rowWidth = 300
const buttonEdges = 14
const letterWidth = 7.2
const mostButtons = 5

/** How one of a closed list is chosen: shapes drawn, buttons in a row, a menu, or a search. */
export type ChoiceLook = 'shapes' | 'buttons' | 'menu' | 'search'

export function lookOfChoice(field: ChoiceField): ChoiceLook {
  const { options } = field
  if (options.length > mostOptionsInAMenu) return 'search'
  if (options.filter((option) => shapeOf(option) !== null).length >= Math.max(2, options.length - 2)) return 'shapes'
  const longest = Math.max(...options.map(({ label }) => [...label].length))
  const isShort = options.length * (longest * letterWidth + buttonEdges) <= rowWidth
  return options.length >= 2 && options.length <= mostButtons && isShort ? 'buttons' : 'menu'
}

/** A field that is one line among the settings, and stands close to its like: a switch, a menu. */
export function isOneLine(field: Field): boolean {
  if (field.kind === 'switch') return field.default !== null || field.mustBe !== null
  return field.kind === 'choice' && lookOfChoice(field) === 'menu'
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

/** The shape that an option names, such as `16:9` or `portrait`; null: none. */
export function shapeOf({ value }: ChoiceOption): { readonly width: number; readonly height: number } | null {
  if (typeof value !== 'string') return null
  const [, across, down] = /^(\d{1,2}(?:\.\d+)?)\s*[:/x]\s*(\d{1,2}(?:\.\d+)?)$/.exec(value) ?? []
  const [width, height] = across === undefined || down === undefined ? namedShape(value) : [Number(across), Number(down)]
  return width > 0 && height > 0 && width / height <= 5 && height / width <= 5 ? { width, height } : null
}

function namedShape(value: string): readonly [number, number] {
  const name = value.toLowerCase()
  return (Object.hasOwn(namedShapes, name) ? namedShapes[name] : undefined) ?? [0, 0]
}

import type { IntlMessageFormat } from 'intl-messageformat'

/** An element of a text in ICU message syntax, as parsed by intl-messageformat. */
export type TextElement =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string; readonly isNumber: boolean }
  | { readonly kind: 'choice'; readonly name: string; readonly options: readonly (readonly [string, readonly TextElement[]])[] }
  /** The `#` in a plural, which stands for the plural's number. */
  | { readonly kind: 'number' }
  | { readonly kind: 'mark'; readonly name: string; readonly inside: readonly TextElement[] }

type Parsed = {
  readonly type: number
  readonly value?: string
  readonly options?: Readonly<Record<string, { readonly value: readonly Parsed[] }>>
  readonly children?: readonly Parsed[]
}

/** The parser's numbers for element types. */
const typeNumbers = { literal: 0, number: 2, select: 5, plural: 6, pound: 7, tag: 8 } as const

export function textElements(parsed: ReturnType<IntlMessageFormat['getAst']>): readonly TextElement[] {
  return (parsed as readonly Parsed[]).map(elementOf)
}

function elementOf({ type, value = '', options = {}, children = [] }: Parsed): TextElement {
  switch (type) {
    case typeNumbers.literal:
      return { kind: 'literal', text: value }
    case typeNumbers.select:
    case typeNumbers.plural:
      return { kind: 'choice', name: value, options: Object.entries(options).map(([name, option]) => [name, option.value.map(elementOf)]) }
    case typeNumbers.pound:
      return { kind: 'number' }
    case typeNumbers.tag:
      return { kind: 'mark', name: value, inside: children.map(elementOf) }
    default:
      return { kind: 'value', name: value, isNumber: type === typeNumbers.number }
  }
}

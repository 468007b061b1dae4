import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react'
import { sayInParts } from '../../shared/i18n/say.ts'

/**
 * Translates a text and inserts React elements. Each element wraps the content of the tag with its name. Example: `<Say text="Read the
 * <a>terms</a>." values={{ a: <a href={…} /> }} />`.
 */
export function Say({ text, values }: { readonly text: string; readonly values: Readonly<Record<string, ReactNode>> }) {
  const given = Object.entries(values).map(([name, value]) => [name, isMark(text, name, value) ? around(value) : value] as const)
  return Children.toArray(sayInParts<ReactNode>(text, Object.fromEntries(given)))
}

function isMark(text: string, name: string, value: ReactNode): value is ReactElement {
  return isValidElement(value) && text.includes(`<${name}>`)
}

function around(element: ReactElement): (inside: readonly ReactNode[]) => ReactNode {
  return (inside) => cloneElement(element, undefined, ...inside)
}

import type { TextElement } from './text-elements.ts'

/** A text template, compiled to recognise texts that were made from it. */
export type TextTemplate = {
  readonly text: string
  readonly pattern: RegExp
  /** Meaning of each capture group of the pattern. */
  readonly groups: readonly Group[]
  /** Number of literal characters in the template. */
  readonly ownLength: number
}

/** `option`: the group matches if the text was formatted with this option of a plural or choice. */
type Group =
  | { readonly name: string; readonly is: 'value' }
  | { readonly name: string; readonly is: 'number' }
  | { readonly name: string; readonly is: 'option'; readonly option: string }

type Heard = { readonly text: string; readonly values: Readonly<Record<string, string | number>> }

/** A number in an English text. */
const numberPattern = String.raw`(-?[\d,]+(?:\.\d+)?)`

/** Counts to assume for plural options whose text doesn't contain the number. */
const countOfOption: Readonly<Record<string, number>> = { zero: 0, one: 1, two: 2 }
const countOfOthers = 2

export function compileTemplate(text: string, elements: readonly TextElement[]): TextTemplate {
  const groups: Group[] = []
  let ownLength = 0

  function patternOf(inside: readonly TextElement[], counted: string): string {
    return inside.map((element) => partOf(element, counted)).join('')
  }

  function partOf(element: TextElement, counted: string): string {
    switch (element.kind) {
      case 'literal':
        ownLength += element.text.length
        return element.text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
      case 'value':
        groups.push({ name: element.name, is: element.isNumber ? 'number' : 'value' })
        return element.isNumber ? numberPattern : '(.+?)'
      case 'number':
        groups.push({ name: counted, is: 'number' })
        return numberPattern
      case 'choice':
        return `(?:${element.options
          .map(([option, within]) => {
            groups.push({ name: element.name, is: 'option', option })
            return `(${patternOf(within, element.name)})`
          })
          .join('|')})`
      case 'mark':
        return patternOf(element.inside, counted)
    }
  }

  const pattern = new RegExp(`^${patternOf(elements, '')}$`, 'su')
  return { text, pattern, groups, ownLength }
}

/**
 * Returns the template that `said` was made from, with the values of its placeholders. If several templates match, returns the one with the
 * most literal characters. Null if no template matches.
 */
export function matchTemplate(said: string, templates: readonly TextTemplate[]): Heard | null {
  let best: { readonly template: TextTemplate; readonly found: RegExpExecArray } | null = null
  for (const template of templates) {
    if (best !== null && best.template.ownLength >= template.ownLength) continue
    const found = template.pattern.exec(said)
    if (found !== null) best = { template, found }
  }
  return best === null ? null : { text: best.template.text, values: valuesOf(best.template.groups, best.found) }
}

function valuesOf(groups: readonly Group[], found: RegExpExecArray): Heard['values'] {
  const values: Record<string, string | number> = {}
  const options = new Map<string, string>()
  for (const [place, group] of groups.entries()) {
    const text = found[place + 1]
    if (text === undefined) continue
    if (group.is === 'value') values[group.name] = text
    else if (group.is === 'number') values[group.name] = Number(text.replaceAll(',', ''))
    else options.set(group.name, group.option)
  }
  for (const [name, option] of options) values[name] ??= option.startsWith('=') ? Number(option.slice(1)) : countOrWord(option)
  return values
}

function countOrWord(option: string): string | number {
  return option === 'other' ? countOfOthers : (countOfOption[option] ?? option)
}

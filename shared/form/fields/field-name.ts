import type { Value, Values } from '../values.ts'

/**
 * Separator between the steps of an inner field's name, such as `subject›0›imageUrl`. Contracts don't use this character in property names.
 * The name of a top-level field is therefore its property's name.
 */
const between = '›'

/** Returns the name of a field inside a group or a list. */
export function nestedFieldName(parent: string, child: string | number): string {
  return `${parent}${between}${child}`
}

/** Returns the top-level property that a field belongs to. For a nested field, this is the outermost group or list. */
export function topLevelFieldName(name: string): string {
  return name.split(between)[0] ?? name
}

/** Returns the steps of a field's name, starting with the top-level property. Each further step is a property or an index. */
export function fieldNameSteps(name: string): readonly string[] {
  return name.split(between)
}

/** True for a field inside a group or a list. */
export function isNestedFieldName(name: string): boolean {
  return name.includes(between)
}

/** Returns the value of a field, at the top level or nested. Undefined if none exists. */
export function valueNamed(values: Values, name: string): Value | undefined {
  let found: Value | undefined = values
  for (const step of name.split(between)) found = entryOf(found, step)
  return found
}

/** Returns the values with one field changed. `undefined` removes its value. Creates missing groups and lists on the path. */
export function withValueNamed(values: Values, name: string, value: Value | undefined): Values {
  const [first = '', ...inner] = name.split(between)
  const before = entryOf(values, first)
  const after = inner.length === 0 ? value : withInner(before, inner, value)
  const { [first]: _, ...others } = values
  return after === undefined ? others : { ...others, [first]: after }
}

function withInner(holder: Value | undefined, [step = '', ...inner]: readonly string[], value: Value | undefined): Value {
  const next = inner.length === 0 ? value : withInner(entryOf(holder, step), inner, value)
  if (/^\d+$/.test(step) && (holder === undefined || Array.isArray(holder))) {
    const items: Value[] = Array.isArray(holder) ? [...holder] : []
    while (items.length <= Number(step)) items.push(null)
    return items.with(Number(step), next ?? null)
  }
  const others = typeof holder === 'object' && holder !== null && !Array.isArray(holder) ? Object.entries(holder) : []
  const isHeld = others.some(([key]) => key === step)
  const kept = isHeld ? others.map(([key, old]) => [key, key === step ? next : old] as const) : [...others, [step, next] as const]
  return Object.fromEntries(kept.filter((entry): entry is readonly [string, Value] => entry[1] !== undefined))
}

function entryOf(holder: Value | undefined, step: string): Value | undefined {
  if (Array.isArray(holder)) return holder[Number(step)]
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, step)) return undefined
  return (holder as { readonly [name: string]: Value })[step]
}

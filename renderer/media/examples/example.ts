import type { Value, Values } from '../../../shared/form/values.ts'

/** A text in both languages of the app. */
type ExampleText = { readonly en: string; readonly zh: string }

/** A value of an example. `sample` is a bundled file. `own` is a medium that has no sample, so the user adds a file. */
export type ExampleValue =
  | string
  | number
  | boolean
  | ExampleText
  | { readonly sample: string }
  | { readonly own: string }
  | readonly ExampleValue[]
  | { readonly [name: string]: ExampleValue }

/** A worked example of a capability. */
export type CapabilityExample = { readonly title: ExampleText; readonly values: { readonly [name: string]: ExampleValue } }

export type ExampleLanguage = keyof ExampleText

/** Returns the names of the bundled files that an example uses, without duplicates. */
export function sampleFilesIn(value: ExampleValue): readonly string[] {
  if (typeof value !== 'object') return []
  if ('sample' in value && typeof value.sample === 'string') return [value.sample]
  return [...new Set(Object.values(value).flatMap(sampleFilesIn))]
}

/**
 * Returns the form values of an example, in one language. `fileOf` returns the value for a bundled file. `ownFile` returns the value for a
 * file that the user adds. Omits values that are undefined.
 */
export function exampleValues(
  example: CapabilityExample,
  language: ExampleLanguage,
  fileOf: (sample: string) => Value | undefined,
  ownFile: (medium: string) => Value | undefined = () => undefined
): Values {
  function fill(value: ExampleValue): Value | undefined {
    if (typeof value !== 'object') return value
    if (isList(value)) return value.map(fill).filter((one) => one !== undefined)
    if ('en' in value && typeof value.en === 'string') return language === 'zh' ? String(value['zh']) : value.en
    if ('sample' in value && typeof value.sample === 'string') return fileOf(value.sample)
    if ('own' in value && typeof value.own === 'string') return ownFile(value.own)
    return fillAll(value)
  }
  function fillAll(values: { readonly [name: string]: ExampleValue }): Values {
    return Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => {
        const filled = fill(value)
        return filled === undefined ? [] : [[name, filled]]
      })
    )
  }
  return fillAll(example.values)
}

function isList(value: ExampleValue): value is readonly ExampleValue[] {
  return Array.isArray(value)
}

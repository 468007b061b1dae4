import type { CodeWithParams } from '../coded.ts'

/** A phrase for each code. `Text` is the type that a phrase returns. */
export type Phrases<Params, Text = string> = { readonly [Code in keyof Params]: (params: Params[Code]) => Text }

/** Returns the phrase for a code and its parameters, in the active language. */
export function phraseOf<Params, Text>(phrases: Phrases<Params, Text>, { code, params }: CodeWithParams<Params>): Text {
  return phrases[code](params)
}

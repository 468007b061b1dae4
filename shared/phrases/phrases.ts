import type { Coded } from '../form/coded.ts'

/** A phrase for each code. */
export type Phrases<Params> = { readonly [Code in keyof Params]: (params: Params[Code]) => string }

/** Says a code with its parameters in the active language. */
export function phraseOf<Params>(phrases: Phrases<Params>, { code, params }: Coded<Params>): string {
  return phrases[code](params)
}

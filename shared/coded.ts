/** A code with its parameters, for each entry of `Params`. `shared/phrases` turns it into text for display. */
export type CodeWithParams<Params> = {
  readonly [Code in keyof Params]: { readonly code: Code; readonly params: Params[Code] }
}[keyof Params]

/** Type of `params` for codes without parameters. */
export type NoParams = { readonly [name: string]: never }

/** A code with its parameters, for each entry of `Params`. `shared/phrases` turns it into text for display. */
export type CodeWithParams<Params> = {
  readonly [Code in keyof Params]: { readonly code: Code; readonly params: Params[Code] }
}[keyof Params]

/** Parameters of a code that has none. */
export type NoParams = { readonly [name: string]: never }

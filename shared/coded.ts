/** A code with its parameters, for each entry of `Params`. Texts for people are made from it at the edge, in `shared/phrases`. */
export type Coded<Params> = { readonly [Code in keyof Params]: { readonly code: Code; readonly params: Params[Code] } }[keyof Params]

/** Parameters of a code that has none. */
export type NoParams = { readonly [name: string]: never }

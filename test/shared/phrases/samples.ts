/** Samples of each code's parameters, with the resulting English sentence. */
export type Samples<Params> = { readonly [Code in keyof Params]: readonly (readonly [params: Params[Code], text: string])[] }

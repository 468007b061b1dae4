/** Parameters of each code, with the sentence that they make in English. */
export type Samples<Params> = { readonly [Code in keyof Params]: readonly (readonly [params: Params[Code], text: string])[] }

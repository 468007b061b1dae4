/** Ends every `switch` over a closed union: a new case does not compile until it is handled. */
export function assertNever(value: never): never {
  throw new Error(`A case that cannot be: ${JSON.stringify(value)}`)
}

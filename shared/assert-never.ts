/** Makes a `switch` over a closed union exhaustive: an unhandled case doesn't compile. */
export function assertNever(value: never): never {
  throw new Error(`A case that cannot be: ${JSON.stringify(value)}`)
}

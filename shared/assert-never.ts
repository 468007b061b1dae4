/** Makes a `switch` over a closed union exhaustive: an unhandled case doesn't compile. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}

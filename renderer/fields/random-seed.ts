/** A whole number from `minimum` to `maximum`, both included. `random` is at least 0 and less than 1. */
export function randomSeed(minimum: number, maximum: number, random: number): number {
  return Math.min(maximum, minimum + Math.floor(random * (maximum - minimum + 1)))
}

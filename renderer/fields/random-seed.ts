/** Returns a whole number from `minimum` to `maximum`, inclusive. `random` is at least 0 and less than 1, as from `Math.random`. */
export function randomSeed(minimum: number, maximum: number, random: number): number {
  return Math.min(maximum, minimum + Math.floor(random * (maximum - minimum + 1)))
}

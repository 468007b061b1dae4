export { randomStream as seededRandomStream } from '../../electron/practice/generators/random.ts'

export function pickFrom<T>(random: () => number, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T
}

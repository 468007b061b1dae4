export { randomStream as randomFrom } from '../../electron/practice/making/random.ts'

export function pickFrom<T>(random: () => number, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T
}

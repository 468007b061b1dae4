/** Returns a generator of random numbers in [0, 1) (splitmix32). The same seed gives the same sequence. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    mixed ^= mixed >>> 15
    return (mixed >>> 0) / 2 ** 32
  }
}

export function pickRandom<T>(random: () => number, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T
}

export function shuffled<T>(random: () => number, list: readonly T[]): T[] {
  const order = [...list]
  for (let place = order.length - 1; place > 0; place -= 1) {
    const other = Math.floor(random() * (place + 1))
    ;[order[place], order[other]] = [order[other] as T, order[place] as T]
  }
  return order
}

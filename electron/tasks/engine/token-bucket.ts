/** Limits a rate. The capacity is the tokens for a tenth of a second, but at least one. */
export class TokenBucket {
  readonly #ratePerSecond: number
  readonly #capacity: number
  #tokens: number
  #refilledAt: number

  /** `now` in milliseconds since 1970. The bucket starts full. */
  constructor(ratePerSecond: number, now: number) {
    this.#ratePerSecond = ratePerSecond
    this.#capacity = Math.max(1, ratePerSecond / 10)
    this.#tokens = this.#capacity
    this.#refilledAt = now
  }

  /** Takes a token and returns 0. Without a token, takes nothing and returns the wait in milliseconds, at least 1. */
  take(now: number): number {
    this.#tokens = Math.min(this.#capacity, this.#tokens + ((now - this.#refilledAt) * this.#ratePerSecond) / 1_000)
    this.#refilledAt = now
    if (this.#tokens < 1) return Math.max(1, ((1 - this.#tokens) * 1_000) / this.#ratePerSecond)
    this.#tokens -= 1
    return 0
  }
}

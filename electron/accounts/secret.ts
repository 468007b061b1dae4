import { inspect } from 'node:util'

const mask = '[secret]'

/**
 * A text that can't be printed by accident. String conversion, JSON, logs and `util.inspect` show `[secret]`. Only `reveal` returns the
 * text.
 */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  reveal(): string {
    return this.#text
  }

  toString(): string {
    return mask
  }

  toJSON(): string {
    return mask
  }

  [Symbol.toPrimitive](): string {
    return mask
  }

  [inspect.custom](): string {
    return mask
  }
}

import { inspect } from 'node:util'

const mask = '[secret]'

/**
 * A text that can't be printed by accident: as a string, in JSON, in a log or in an inspector it reads `[secret]`. Only `reveal` returns
 * the text, for example to encrypt it or to pass a key to the studio.
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

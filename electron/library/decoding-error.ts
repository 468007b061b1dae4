/** Thrown if a body can't be decoded as its Content-Encoding says. `cut-off`: the body ended too early. `broken`: its bytes are invalid. */
export class DecodingError extends Error {
  readonly reason: 'cut-off' | 'broken'
  constructor(reason: 'cut-off' | 'broken') {
    super(reason)
    this.reason = reason
  }
}

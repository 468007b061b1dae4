/** Thrown if a body's Content-Encoding can't be undone. `cut-off`: it ended too early. `broken`: its bytes are invalid. */
export class DecodingError extends Error {
  readonly reason: 'cut-off' | 'broken'
  constructor(reason: 'cut-off' | 'broken') {
    super(reason)
    this.reason = reason
  }
}

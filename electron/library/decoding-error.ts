/** A body that its Content-Encoding can't be undone of. `cut-off`: it ended too early; `broken`: its bytes are not what they should be. */
export class DecodingError extends Error {
  readonly reason: 'cut-off' | 'broken'
  constructor(reason: 'cut-off' | 'broken') {
    super(reason)
    this.reason = reason
  }
}

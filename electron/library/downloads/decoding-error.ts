/**
 * Thrown if a response body can't be decoded with its Content-Encoding. `cut-off`: the body ended too early. `broken`: the body has invalid
 * bytes or is a decompression bomb.
 */
export class DecodingError extends Error {
  readonly reason: 'cut-off' | 'broken'
  constructor(reason: 'cut-off' | 'broken') {
    super(reason)
    this.reason = reason
  }
}

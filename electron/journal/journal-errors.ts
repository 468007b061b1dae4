/** The journal can't be used as it is; it was left untouched. `message` is for people. */
export class JournalError extends Error {
  override readonly name = 'JournalError'
  readonly reason: 'newer' | 'damaged' | 'in-use'
  readonly path: string
  constructor(reason: 'newer' | 'damaged' | 'in-use', path: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
    this.path = path
  }
}

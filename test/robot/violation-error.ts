/** Thrown if the app breaks a rule that the robot checks. `words` describes the actual state. */
export class ViolationError extends Error {
  readonly rule: string
  constructor(rule: string, words: string) {
    super(`${rule}: ${words}`)
    this.rule = rule
  }
}

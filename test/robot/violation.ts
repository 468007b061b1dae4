/** A rule of the robot that the app broke. */
export class Violation extends Error {
  readonly rule: string
  constructor(rule: string, words: string) {
    super(`${rule}: ${words}`)
    this.rule = rule
  }
}

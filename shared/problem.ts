/** A reason why values cannot be sent. `message` is a full sentence that says what to do; `field` is where to mend it. */
export type Problem = {
  /** Field name of the capability, or null when it concerns the whole form. */
  readonly field: string | null
  /** Zero-based place in a list field, or null. */
  readonly index: number | null
  readonly message: string
}

/** Thrown by the studio when a submission can't be accepted as it stands. Nothing was sent and nothing was spent. */
export class SubmissionProblems extends Error {
  override readonly name = 'SubmissionProblems'
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    super(problems.map((problem) => problem.message).join(' '))
    this.problems = problems
  }
}

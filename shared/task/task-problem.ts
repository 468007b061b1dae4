type None = Readonly<Record<string, never>>

/** Why an action on tasks can't be done, with the parameters of each code. */
export type TaskProblemParams = {
  'no-valid-rows': None
  'invalid-rows': { readonly count: number }
  'not-in-recent-tasks': None
  'task-awaited': None
  'task-not-sought': None
  'task-unknown': None
  'no-missing-files': None
}
export type TaskProblemCode = keyof TaskProblemParams
export type TaskProblem = {
  readonly [Code in TaskProblemCode]: { readonly code: Code; readonly params: TaskProblemParams[Code] }
}[TaskProblemCode]

/** Thrown if an action on tasks can't be done. Nothing was changed or sent. IPC shows the problem's sentences. */
export class TaskProblemError extends Error {
  override readonly name = 'TaskProblemError'
  readonly problem: TaskProblem
  constructor(problem: TaskProblem) {
    super(`${problem.code} ${JSON.stringify(problem.params)}`)
    this.problem = problem
  }
}

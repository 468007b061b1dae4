import type { CodeWithParams, NoParams } from '../coded.ts'

/** Why an action on tasks can't be done, with the parameters of each code. */
export type TaskProblemParams = {
  'no-valid-rows': NoParams
  'invalid-rows': { readonly count: number }
  'not-in-recent-tasks': NoParams
  'task-awaited': NoParams
  'task-not-sought': NoParams
  'task-unknown': NoParams
  'no-missing-files': NoParams
}
export type TaskProblem = CodeWithParams<TaskProblemParams>

/** Thrown if an action on tasks can't be done. Nothing was changed or sent. IPC shows the problem's sentences. */
export class TaskProblemError extends Error {
  override readonly name = 'TaskProblemError'
  readonly problem: TaskProblem
  constructor(problem: TaskProblem) {
    super(`${problem.code} ${JSON.stringify(problem.params)}`)
    this.problem = problem
  }
}

import type { TaskResult } from '../../../shared/task/task.ts'

/** Returns the result of a saved image. `different` overrides members. */
export function aResult(different: Partial<TaskResult> & { readonly id: string }): TaskResult {
  return {
    index: 0,
    fileName: `${different.id}.png`,
    contentType: 'image/png',
    medium: 'image',
    bytes: 3_250_586,
    sha256: '',
    width: 1792,
    height: 1344,
    savedAt: 0,
    ...different
  }
}

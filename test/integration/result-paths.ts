import type { Studio } from '../../electron/studio.ts'
import type { TaskResult } from '../../shared/task/task.ts'

type TaskWithResults = { readonly results: readonly TaskResult[] }

/**
 * Returns the results, each with the current path of its file. The path is empty if Kiln can't locate the file. Only the main process knows
 * these paths.
 */
export async function locatedResults<Result extends TaskResult>(
  { library }: Pick<Studio, 'library'>,
  results: readonly Result[]
): Promise<readonly (Result & { readonly path: string })[]> {
  return Promise.all(results.map(async (result) => ({ ...result, path: (await library.fileOf(result.id))?.path ?? '' })))
}

/** Returns the current path of each of a task's results. A path is empty if Kiln can't locate the file. */
export async function resultPaths(studio: Pick<Studio, 'library'>, task: TaskWithResults): Promise<readonly string[]> {
  return (await locatedResults(studio, task.results)).map(({ path }) => path)
}

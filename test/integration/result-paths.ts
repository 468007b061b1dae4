import type { Studio } from '../../electron/studio.ts'
import type { TaskResult } from '../../shared/task/task.ts'

type TaskWithResults = { readonly results: readonly TaskResult[] }

/** Adds the current path of the file to each of a task's results. Only main knows the paths. */
export async function locatedResults<Result extends TaskResult>(
  { library }: Pick<Studio, 'library'>,
  results: readonly Result[]
): Promise<readonly (Result & { readonly path: string })[]> {
  return Promise.all(results.map(async (result) => ({ ...result, path: (await library.fileOf(result.id))?.path ?? '' })))
}

/** Returns the current path of each of a task's results. */
export async function resultPaths(studio: Pick<Studio, 'library'>, task: TaskWithResults): Promise<readonly string[]> {
  return (await locatedResults(studio, task.results)).map(({ path }) => path)
}

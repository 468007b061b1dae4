import type { Task } from '../../shared/task/task.ts'
import type { Value } from '../../shared/form/values.ts'

/**
 * Returns the expected width divided by height of a task's output, in thousandths. Uses the task's values, else the newest result of the
 * same capability, else `fallback`. The default fallback is a square.
 */
export function expectedRatioInThousandths(
  task: Pick<Task, 'capability' | 'values'>,
  newestFirst: readonly Task[],
  fallback = 1000
): number {
  for (const value of Object.values(task.values)) {
    const asked = ratioIn(value)
    if (asked !== null) return asked
  }
  for (const { capability, results } of newestFirst) {
    const shaped = capability === task.capability ? results.find(({ width, height }) => width !== null && height !== null) : undefined
    if (shaped?.width && shaped.height) return Math.round((shaped.width / shaped.height) * 1000)
  }
  return fallback
}

/**
 * Returns the width divided by height, in thousandths, that a value such as `1024*768` or `16:9` describes. Null if the value doesn't
 * describe a ratio.
 */
function ratioIn(value: Value | undefined): number | null {
  if (typeof value !== 'string') return null
  const [, width, height] = /^\s*(\d{1,5})\s*[*x×:]\s*(\d{1,5})\s*$/i.exec(value) ?? []
  if (width === undefined || height === undefined || Number(width) === 0 || Number(height) === 0) return null
  return Math.round((Number(width) / Number(height)) * 1000)
}

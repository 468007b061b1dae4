import { randomBytes } from 'node:crypto'

/** Returns a random ID with its kind as the prefix, such as `task_5f0c…`. */
export function randomId(kind: 'task' | 'upload' | 'req' | 'biz'): string {
  return `${kind}_${randomBytes(10).toString('hex')}`
}

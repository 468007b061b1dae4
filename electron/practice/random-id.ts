import { randomBytes } from 'node:crypto'

/** An id that tells what it is of: `task_5f0c…`. */
export function randomId(kind: 'task' | 'upload' | 'req' | 'biz'): string {
  return `${kind}_${randomBytes(10).toString('hex')}`
}

import { randomBytes } from 'node:crypto'

/** An ID with its kind as prefix: `task_5f0c…`. */
export function randomId(kind: 'task' | 'upload' | 'req' | 'biz'): string {
  return `${kind}_${randomBytes(10).toString('hex')}`
}

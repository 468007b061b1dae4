import { setTimeout as pause } from 'node:timers/promises'
import { errorCode } from '../api/http-client.ts'

/** What a system says when it has no handles or no memory left, or when a disk did not answer: nothing about what is on the disk. */
const transient: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EIO', 'ENOMEM', 'ENOBUFS', 'EAGAIN', 'EBUSY', 'EINTR', 'ETIMEDOUT'])
const tries = 4
const pauseInMs = 100

/** Whether an error of the file system may be gone at the next try. */
export function isTransient(error: unknown): boolean {
  return transient.has(errorCode(error))
}

/** Tries again for a moment while an error is a transient one. @throws the last error. */
export async function retryTransient<T>(work: () => Promise<T>): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await work()
    } catch (error) {
      if (left === 0 || !isTransient(error)) throw error
      await pause(pauseInMs)
    }
  }
}

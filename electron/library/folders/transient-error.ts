import { setTimeout as pause } from 'node:timers/promises'
import { errorCode } from '../../service/http-client.ts'

/** Error codes for exhausted file handles or memory, or for a disk that didn't respond. They say nothing about the file or folder. */
const transient: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EIO', 'ENOMEM', 'ENOBUFS', 'EAGAIN', 'EBUSY', 'EINTR', 'ETIMEDOUT'])
const tries = 4
const pauseInMs = 100

/** True if a retry may succeed after this file system error. */
export function isTransientError(error: unknown): boolean {
  return transient.has(errorCode(error))
}

/** Runs `work` up to 4 times while its errors are transient. @throws the last error. */
export async function retryTransient<T>(work: () => Promise<T>): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await work()
    } catch (error) {
      if (left === 0 || !isTransientError(error)) throw error
      await pause(pauseInMs)
    }
  }
}

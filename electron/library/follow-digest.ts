import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** SHA-256 of a file that grows, worked out behind its writer by a thread of its own. */
export type FollowingDigest = {
  /** Everything before this place is written. */
  readonly upTo: (bytes: number) => void
  /** The digest (lower-case hex) over the first `bytes`, all of which are written. Ends the thread. */
  readonly end: (bytes: number) => Promise<string>
  /** Ends the thread without a digest. */
  readonly stop: () => Promise<void>
}

type Message = { readonly bytes: number; readonly isLast: boolean }

/**
 * Digesting costs as much as receiving; on the thread that receives it would halve the speed and keep everything else there waiting. The file has to
 * stay open until `end` or `stop` has settled.
 */
export function followDigest(fileDescriptor: number): FollowingDigest {
  // The thread's code travels as text: so it needs no file of its own in the bundle.
  const worker = new Worker(`(${digestBehind.toString()})()`, { eval: true, workerData: fileDescriptor, execArgv: [] })
  const ended = once(worker, 'message') as Promise<[string]>
  // Met in `end`, if that is ever called.
  ended.catch(() => undefined)
  const say = (message: Message): void => worker.postMessage(message, [])
  const stop = async (): Promise<void> => {
    await worker.terminate()
  }
  return {
    upTo: (bytes) => say({ bytes, isLast: false }),
    end: async (bytes) => {
      say({ bytes, isLast: true })
      try {
        const [sha256] = await ended
        return sha256
      } finally {
        await stop()
      }
    },
    stop
  }
}

/** Runs in the thread. May use nothing from outside of itself. */
function digestBehind(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
  const { readSync } = process.getBuiltinModule('node:fs')
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256')
  const buffer = Buffer.allocUnsafeSlow(1024 * 1024)
  let position = 0
  parentPort?.on('message', ({ bytes, isLast }: Message) => {
    while (position < bytes) {
      const bytesRead = readSync(workerData as number, buffer, 0, Math.min(buffer.length, bytes - position), position)
      if (bytesRead === 0) throw Object.assign(new Error('A file got shorter while it was read.'), { code: 'ESTALE' })
      hash.update(buffer.subarray(0, bytesRead))
      position += bytesRead
    }
    if (isLast) parentPort.postMessage(hash.digest('hex'), [])
  })
}

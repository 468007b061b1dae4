import { open } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { serveStdin } from './serve-stdin.ts'
import { type EventLoopDelays, measureEventLoopDelay } from './event-loop-delay.ts'

/** `longestSyncInMs`: longest time to flush a 4 KB page to disk. The journal uses the same disk. */
export type IdleDelays = EventLoopDelays & { readonly longestSyncInMs: number }

/**
 * An idle process that measures its own event loop delay and the disk. All of its delays are caused by the machine. The argument is the
 * path of a file to write. Each input line ends one measurement and begins the next.
 */
let stop = measureEventLoopDelay()
let longestSyncInMs = 0
void watchDisk(process.argv[2] ?? '')
await serveStdin(async () => {
  const delays: IdleDelays = { ...stop(), longestSyncInMs }
  stop = measureEventLoopDelay()
  longestSyncInMs = 0
  return Promise.resolve(delays)
})

async function watchDisk(path: string): Promise<void> {
  const file = await open(path, 'w')
  const page = Buffer.alloc(4_096, 1)
  for (;;) {
    const beganAt = performance.now()
    await file.write(page, 0, page.length, 0)
    await file.datasync()
    longestSyncInMs = Math.max(longestSyncInMs, performance.now() - beganAt)
    await wait(20)
  }
}

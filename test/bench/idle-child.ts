import { open } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { answerLines } from './answer-lines.ts'
import { type Delays, watchDelay } from './watch-delay.ts'

/** `longestSyncInMs`: how long a page of 4 KB took at most to be on the disk. The journal waits for the same disk. */
export type IdleDelays = Delays & { readonly longestSyncInMs: number }

/**
 * A process that does nothing but watch its own delay and the disk: what it meets is the machine's. Takes the path of a file to write. Each line ends one
 * measurement and begins the next.
 */
let stop = watchDelay()
let longestSyncInMs = 0
void watchDisk(process.argv[2] ?? '')
await answerLines(async () => {
  const delays: IdleDelays = { ...stop(), longestSyncInMs }
  stop = watchDelay()
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

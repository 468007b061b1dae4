import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A log of JSON lines that survives a crash. */
export type DurableLog = {
  /** Resolves once the line is on disk. Lines keep their order. Lines that wait at the same time share one flush. */
  readonly append: (entry: unknown) => Promise<void>
  readonly close: () => Promise<void>
}

/** Discards all entries, for a service that is only in memory. */
export const memoryLog: DurableLog = { append: async () => {}, close: async () => {} }

/**
 * Opens the log and passes every complete line to `replay`. Removes a last line that was truncated by a crash, because its `append` never
 * resolved. Rejects if an earlier line can't be read.
 */
export async function openDurableLog(path: string, replay: (entry: unknown) => void): Promise<DurableLog> {
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'a+', 0o600)
  const content = await file.readFile()
  const whole = content.lastIndexOf(0x0a) + 1
  for (const line of content.subarray(0, whole).toString('utf8').split('\n')) if (line !== '') replay(JSON.parse(line))
  await file.truncate(whole)
  await file.sync()
  let length = whole

  let waiting: { line: string; resolve: () => void; reject: (cause: unknown) => void }[] = []
  let flushing: Promise<void> | null = null

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const lines = Buffer.from(batch.map((entry) => entry.line).join(''))
      try {
        await file.appendFile(lines)
        await file.datasync()
        length += lines.length
        for (const entry of batch) entry.resolve()
      } catch (cause) {
        // A partial line must not precede the next one.
        await file.truncate(length).catch(() => {})
        for (const entry of batch) entry.reject(cause)
      }
    }
    flushing = null
  }

  return {
    append: (entry) =>
      new Promise((resolve, reject) => {
        waiting.push({ line: `${JSON.stringify(entry)}\n`, resolve, reject })
        flushing ??= flush()
      }),
    close: async () => {
      await flushing
      await file.close()
    }
  }
}

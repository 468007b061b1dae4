import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A log of JSON lines that survives a crash. */
export type DurableLog = {
  /**
   * Appends an entry as one line. Resolves once the line is on disk. Lines keep their order. Lines that wait at the same time are flushed
   * together.
   */
  readonly append: (entry: unknown) => Promise<void>
  readonly close: () => Promise<void>
}

/** Discards all entries. Used by a service that exists only in memory. */
export const noopLog: DurableLog = { append: async () => {}, close: async () => {} }

/**
 * Opens the log and passes the entry of every complete line to `replay`. Removes a last line that a crash truncated, because its `append`
 * never resolved. Rejects if another line can't be parsed.
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
        // Removes a partial line, because the next line would be appended to it.
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

import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'

/** Responds to each line on standard input with a line of JSON. The parent process is the benchmark. Exits when standard input ends. */
export async function serveStdin(work: (line: string) => Promise<unknown>): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) process.stdout.write(`${JSON.stringify(await work(line))}\n`)
  process.exit(0)
}

/**
 * Returns this process's peak memory in bytes. On Linux, the value comes from `/proc`, because `process.resourceUsage()` also counts the
 * parent process there.
 */
export function peakMemoryInBytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
}
